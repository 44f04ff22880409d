import { dollarsPerRequest } from '../catalog/connections/connection-types.ts'
import type { Flow } from './flow.ts'

export interface RunPrice {
  /** The minimum price of the source's vendor; more if a table needs several requests. */
  readonly dollars: number
  /** The number of read tables; undefined for all tables, and then the price is for one table. */
  readonly tables: number | undefined
}

/** The price of reading the source of a flow, as far as known in advance; nothing if it is free. */
export function runPrice({
  sourceConnection,
  config,
}: Pick<Flow, 'sourceConnection' | 'config'>): RunPrice | undefined {
  const price = dollarsPerRequest(sourceConnection?.type ?? '')
  if (price === 0) return undefined
  const tables = config.streams.length
  return tables === 0 ? { dollars: price, tables: undefined } : { dollars: price * tables, tables }
}
