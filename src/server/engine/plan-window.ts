import { ConnectorError } from '../connectors/connector.ts'
import type { Source, SourceEntity, Window } from '../connectors/source.ts'
import type { StreamRequest } from './move-request.ts'
import { overlapStart } from './overlap.ts'

/**
 * Settles what an incremental stream reads. The upper bound is taken inside the source's one view, so that a row which is committed
 * later belongs to the next run. A target that is gone starts from the beginning, whatever earlier runs read. @returns `undefined` to read everything. @throws ConnectorError
 */
export async function planWindow(
  source: Source,
  entity: SourceEntity,
  cursor: StreamRequest['cursor'],
  targetIsNew: boolean,
): Promise<Window | undefined> {
  if (!cursor) return undefined
  const column = entity.columns.find(({ name }) => name === cursor.column)
  if (!column) {
    throw new ConnectorError({
      code: 'SCHEMA_CHANGED',
      message: `${entity.name} no longer has the column ${cursor.column}, which tells what is new.`,
      hint: 'Choose another cursor for the stream.',
      retryable: false,
    })
  }
  if (!source.upperBound) {
    throw new ConnectorError({
      code: 'CURSOR_NOT_SUPPORTED',
      message: `${entity.name} cannot be read by what is new.`,
      hint: 'Remove the cursor of the stream.',
      retryable: false,
    })
  }
  const after = targetIsNew ? undefined : cursor.after
  const until = (await source.upperBound(entity, cursor.column)) ?? after
  if (until === undefined) return undefined
  const from = after === undefined ? undefined : overlapStart(column.value, after)
  return { cursor: cursor.column, until, ...(from !== undefined && { from }) }
}
