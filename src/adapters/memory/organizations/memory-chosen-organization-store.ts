import type { ChosenOrganizationStore } from '../../../core/organizations/chosen-organization-store.ts'

export class MemoryChosenOrganizationStore implements ChosenOrganizationStore {
  readonly #chosen = new Map<string, string>()

  load(uid: string): string | undefined {
    return this.#chosen.get(uid)
  }

  save(uid: string, organizationId: string): void {
    this.#chosen.clear()
    this.#chosen.set(uid, organizationId)
  }

  clear(): void {
    this.#chosen.clear()
  }
}
