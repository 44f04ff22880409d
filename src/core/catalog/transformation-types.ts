/** What a transformation node may do; each is one SELECT over the stream. */
export const TRANSFORMATION_TYPES = [
  'select',
  'rename',
  'cast',
  'filter',
  'compute',
  'mask',
  'deduplicate',
  'aggregate',
  'sort',
  'limit',
  'join',
  'sql',
] as const

export type TransformationType = (typeof TRANSFORMATION_TYPES)[number]
