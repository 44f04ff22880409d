import type { ConnectionType } from '../catalog/connections/connection-types.ts'

const ORDERED: readonly ConnectionType[] = ['google_sheets', 'aws_cost_explorer_api']

/** Whether a source of this type has an order of rows, in which they are read; a database has none. */
export const keepsRowOrder = (type: string): boolean => ORDERED.some((known) => known === type)
