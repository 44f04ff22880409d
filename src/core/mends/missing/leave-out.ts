import type { WriteMode } from '../../catalog/connections/connection-types.ts'
import type { TableShape } from '../../connections/compare-tables.ts'
import type { FlowConfig, FlowStream } from '../../flows/flow.ts'

interface Source {
  /** The tables of the source now. */
  readonly tables: readonly TableShape[]
  /** The default settings for tables without their own. */
  readonly mode: WriteMode
}

/**
 * The flow without some columns of a table. A flow that moves everything lists its tables from then on.
 * @returns undefined if the stream cannot leave them out: because of the key, the cursor, or because no column would be left
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
