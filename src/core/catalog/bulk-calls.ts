/** The calls that one call makes for many objects, by their names in the contract. */
export const BULK_CALLS = [
  'runFlow',
  'updateFlow',
  'deleteFlow',
  'testConnection',
  'deleteConnection',
  'deleteIntegration',
] as const

export type BulkCallName = (typeof BULK_CALLS)[number]

/** The most objects of one call: as many as the longest lists have. */
export const MAX_BULK_ITEMS = 10_000
