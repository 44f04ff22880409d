import { dollarsPerRequest } from '../catalog/connection-types.ts'
import type { Flow } from './flow.ts'

export interface RunPrice {
  /** What the vendor of the source charges at least; more where a table takes several requests. */
  readonly dollars: number
  /** How many tables are read; undefined for all that there are, so that the price is that of one. */
  readonly tables: number | undefined
}

/** What reading the source of a flow costs, as far as it can be told before; nothing where it is free. */
export function runPrice({
  sourceConnection,
  config,
}: Pick<Flow, 'sourceConnection' | 'config'>): RunPrice | undefined {
  const price = dollarsPerRequest(sourceConnection?.type ?? '')
  if (price === 0) return undefined
  const tables = config.streams.length
  return tables === 0 ? { dollars: price, tables: undefined } : { dollars: price * tables, tables }
}
