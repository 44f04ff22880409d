/** The kinds of objects that a database has beside its rows, in the order in which they are built; those from `trigger` on never come. */
export const STRUCTURE_KINDS = [
  'table',
  'collation',
  'sequence',
  'default',
  'identity',
  'on_update',
  'values',
  'primary_key',
  'not_null',
  'check',
  'unique',
  'exclusion',
  'index',
  'foreign_key',
  'view',
  'materialized_view',
  'comment',
  'trigger',
  'rule',
  'policy',
  'partitions',
  'statistics',
  'setting',
  'function',
  'type',
  'event',
  'extension',
  'publication',
  'object',
  'grants',
  'owner',
] as const

export type StructureKind = (typeof STRUCTURE_KINDS)[number]

/**
 * `comes`: a run would build it; `built`: this run has built it; `present`: it was there already; `waiting`: a table that it needs has not arrived;
 * `failed`: the destination refused it; `left`: it cannot come.
 */
export const STRUCTURE_STATES = ['comes', 'built', 'present', 'waiting', 'failed', 'left'] as const

export type StructureState = (typeof STRUCTURE_STATES)[number]
