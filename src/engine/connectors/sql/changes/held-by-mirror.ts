import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'

/** A mirror that is on stores its place in the log several times in this time, in seconds. */
export const ALIVE_SECONDS = 60

export const heldByMirror = (target: string) =>
  new ConnectorError({
    code: 'CONFLICT',
    message: sentence`Another mirror writes ${target}.`,
    hint: sentence`Turn one of them off, or choose another target.`,
  })

/** Rows of a run would be among those of the log, and nobody would notice. */
export const writtenByMirror = (target: string) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`A mirror writes ${target}.`,
    hint: sentence`Turn the mirror off, or choose another target.`,
  })
