import type { FlowConfig } from '../../contract/flows.ts'
import type { StreamRequest } from '../engine/move.ts'

/** A flow's streams as the engine takes them. */
export const requestStreams = (streams: FlowConfig['streams']): readonly StreamRequest[] =>
  streams.map(({ entity, target = entity, mode, columns, key, mapping, cursor, drift }) => ({
    entity,
    target,
    mode,
    ...(columns && { columns }),
    ...(key && { key }),
    ...(mapping && { mapping }),
    ...(cursor !== undefined && { cursor: { column: cursor } }),
    ...(drift && { drift }),
  }))
