/** What each object showed when something was asked for it, by its id: as soon as it shows something else, or is gone, that is done. */
export type BulkMarks = Readonly<Record<string, string>>

/** Stores what was asked for many objects, until there is an answer, in this browser: across reloads and sessions. */
export interface UnfinishedBulkStore {
  load(userId: string, organizationId: string, action: string): BulkMarks | undefined
  save(userId: string, organizationId: string, action: string, marks: BulkMarks): void
  remove(userId: string, organizationId: string, action: string): void
}
