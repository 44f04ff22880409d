/** `all`: tables that the flow creates also get the indexes, constraints, defaults, views and comments of the source. */
export const STRUCTURE_POLICIES = ['rows', 'all'] as const

export type StructurePolicy = (typeof STRUCTURE_POLICIES)[number]

/** @param source and destination: types of connections, also unknown ones */
export const canCopyStructure = (source: string | undefined, destination: string | undefined): boolean =>
  source === destination
    ? source === 'postgres' || source === 'mysql'
    : source === 'mysql' && destination === 'postgres'
