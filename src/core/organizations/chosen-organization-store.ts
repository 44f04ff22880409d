/** Stores the chosen organization of a person in this browser, until the session ends. */
export interface ChosenOrganizationStore {
  /** The id of the organization, or nothing if this person has chosen none. */
  load(uid: string): string | undefined
  save(uid: string, organizationId: string): void
  clear(): void
}
