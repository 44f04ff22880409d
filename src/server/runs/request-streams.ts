import type { FlowConfig } from '../../contract/flows.ts'
import type { StreamRequest } from '../engine/move.ts'
import type { StreamPosition } from '../store/stream-positions.ts'

/**
 * A flow's streams as the engine takes them. An incremental one goes on where the last run that succeeded ended, as long as it is still
 * read by the same column and brought to the same target.
 */
export const requestStreams = (
  streams: FlowConfig['streams'],
  positions: readonly StreamPosition[],
): readonly StreamRequest[] =>
  streams.map(({ entity, target = entity, mode, columns, key, mapping, cursor }) => {
    const position = positions.find(
      (known) => known.entity === entity && known.target === target && known.cursor_column === cursor,
    )
    return {
      entity,
      target,
      mode,
      ...(columns && { columns }),
      ...(key && { key }),
      ...(mapping && { mapping }),
      ...(cursor !== undefined && { cursor: { column: cursor, ...(position && { after: position.bound }) } }),
    }
  })
