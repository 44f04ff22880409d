import type { ConnectionType } from '../connections/connection-types.ts'

/** `all`: tables that the flow creates also get the indexes, constraints, defaults, views and comments of the source. */
export const STRUCTURE_POLICIES = ['rows', 'all'] as const

export type StructurePolicy = (typeof STRUCTURE_POLICIES)[number]

/** The destinations to which the structure of a source can come. */
const DESTINATIONS: Partial<Record<ConnectionType, readonly ConnectionType[]>> = {
  postgres: ['postgres'],
  mysql: ['mysql', 'postgres'],
}

/** @param source and destination: types of connections, also unknown ones */
export const canBringStructure = (source: string, destination: string): boolean =>
  (DESTINATIONS as Partial<Record<string, readonly string[]>>)[source]?.includes(destination) ?? false
