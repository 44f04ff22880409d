/** Remembers which organization a person has chosen in this browser, for as long as their session lasts. */
export interface ChosenOrganizationStore {
  /** The id of the organization, or nothing when this person has chosen none. */
  load(uid: string): string | undefined
  save(uid: string, organizationId: string): void
  clear(): void
}
