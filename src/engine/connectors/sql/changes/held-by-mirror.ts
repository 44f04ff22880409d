import { sentence } from '../../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError } from '../../../ports/connector.ts'

/** A mirror that is on stores its place in the log several times in this time, in seconds. */
export const ALIVE_SECONDS = 60

/** A target that a mirror has written. */
export interface WrittenTarget {
  readonly target: string
  readonly flowId: string
  /** It has stored its place in the log lately. */
  readonly isAlive: boolean
}

/**
 * A mirror that is paused or fails goes on later, so its targets are its own. Mirrors that this installation does not know are asked nothing: they hold
 * what they have written lately.
 */
export async function stillHeld(
  targets: readonly WrittenTarget[],
  heldMirrors: ConnectorContext['heldMirrors'],
): Promise<ReadonlySet<string>> {
  if (targets.length === 0) return new Set()
  const held = await heldMirrors?.([...new Set(targets.map(({ flowId }) => flowId))])
  return new Set(targets.filter(({ flowId, isAlive }) => held?.get(flowId) ?? isAlive).map(({ target }) => target))
}

export const heldByMirror = (target: string) =>
  new ConnectorError({
    code: 'CONFLICT',
    message: sentence`Another mirror writes ${target}.`,
    hint: sentence`End one of them, or choose another target.`,
  })

/** Rows of a run would be among those of the log, and nobody would notice. */
export const writtenByMirror = (target: string) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`A mirror writes ${target}.`,
    hint: sentence`End the mirror, or choose another target.`,
  })
