import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'

/** The column that gets the time at which a run found that the source no longer has the row. @param type in the target's notation */
export const markColumn = (name: string, type: string): SourceColumn => ({
  name,
  type,
  nullable: true,
  value: { kind: 'timestamp', precision: 6, zoned: true },
})

export const noMark = (target: string, column: string, type: string) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`The column "${column}" of ${target} (${type}) cannot have the time at which a row was found to be gone.`,
    hint: sentence`Choose another name for the column in the stream, or make it a time that may be empty.`,
  })
