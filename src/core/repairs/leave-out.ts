import type { WriteMode } from '../catalog/connection-types.ts'
import type { TableShape } from '../connections/compare-tables.ts'
import type { FlowConfig, FlowStream } from '../flows/flow.ts'

interface Source {
  /** Of the source now. */
  readonly tables: readonly TableShape[]
  /** How tables come that nobody has said anything of. */
  readonly mode: WriteMode
}

/**
 * The flow without some columns of a table. One that moves everything names its tables from then on.
 * @returns undefined where the stream could not go without them: as the key, as the cursor, or because no column would be left
 */
export function leaveOut(
  config: FlowConfig,
  table: string,
  columns: readonly string[],
  { tables, mode }: Source,
): FlowConfig | undefined {
  const streams: readonly FlowStream[] =
    config.streams.length > 0 ? config.streams : tables.map(({ name }) => ({ entity: name, mode }))
  const stream = streams.find(({ entity }) => entity === table)
  if (!stream) return undefined
  const { key = [], cursor, mapping = {} } = stream
  const had = stream.columns ?? tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  const left = had.filter((name) => !columns.includes(name))
  const isNeeded = [...key, ...Object.values(mapping), ...(cursor === undefined ? [] : [cursor])].some((name) =>
    columns.includes(name),
  )
  if (left.length === 0 || left.length === had.length || isNeeded) return undefined
  return { ...config, streams: streams.map((other) => (other === stream ? { ...stream, columns: left } : other)) }
}
