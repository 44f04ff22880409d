import type { ConnectionType } from '../../core/catalog/connection-types.ts'

/** The types whose connector is there; the others are shown, and say that they are not yet. */
const AVAILABLE: readonly string[] = [
  'postgres',
  'mysql',
  'aws_cost_explorer_api',
  'google_sheets',
  'email',
] satisfies ConnectionType[]

export const isAvailable = (type: string): boolean => AVAILABLE.includes(type)
