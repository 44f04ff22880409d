import type { DeletedOrganization, NewOrganization, Organization } from '../../../core/organizations/organization.ts'
import type { OrganizationRepository } from '../../../core/organizations/organization-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'

/** All of them belong to the only person of the fake. */
const EVERYWHERE = ''

export class MemoryOrganizationRepository extends MemoryAnswers implements OrganizationRepository {
  readonly #organizations = new MemoryCollection<Organization>()
  readonly #deleted = new MemoryCollection<Organization>()
  #nextId: number

  constructor(organizations: readonly Organization[] = []) {
    super()
    for (const organization of organizations) this.#organizations.put(EVERYWHERE, organization)
    this.#nextId = organizations.length + 1
  }

  async list(): Promise<Result<readonly Organization[]>> {
    return this.answer(() => this.#organizations.of(EVERYWHERE))
  }

  async create({ name }: NewOrganization): Promise<Result<Organization>> {
    return this.answer(() =>
      this.#organizations.put(EVERYWHERE, { id: `org-${this.#nextId++}`, name, roles: ['owner'] }),
    )
  }

  async update(organization: Organization): Promise<Result<Organization>> {
    return this.answer(() => this.#organizations.change(EVERYWHERE, organization.id, () => organization))
  }

  async resumeSchedules(organizationId: string): Promise<Result<Organization>> {
    return this.answer(() =>
      this.#organizations.change(EVERYWHERE, organizationId, ({ schedulesPaused: _, ...organization }) => organization),
    )
  }

  async delete(organizationId: string): Promise<Result<void>> {
    return this.answer(() => {
      const known = this.#organizations.find(EVERYWHERE, organizationId)
      if (known) this.#deleted.put(EVERYWHERE, known)
      return this.#organizations.remove(EVERYWHERE, organizationId)
    })
  }

  async listDeleted(): Promise<Result<readonly DeletedOrganization[]>> {
    const times = { deletedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-08T00:00:00Z' }
    return this.answer(() => this.#deleted.of(EVERYWHERE).map(({ id, name }) => ({ id, name, ...times })))
  }

  async restore(organizationId: string): Promise<Result<Organization>> {
    return this.answer(() => {
      const known = this.#deleted.find(EVERYWHERE, organizationId)
      this.#deleted.remove(EVERYWHERE, organizationId)
      return known ? this.#organizations.put(EVERYWHERE, known) : NOT_FOUND
    })
  }

  /** Somebody else created it, and this person is a member now. */
  put(organization: Organization): void {
    this.#organizations.put(EVERYWHERE, organization)
  }
}
