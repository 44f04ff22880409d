import type { NewOrganization, Organization } from '../../core/organizations/organization.ts'
import type { OrganizationRepository } from '../../core/organizations/organization-repository.ts'
import type { Result } from '../../core/result.ts'
import { MemoryAnswers } from './memory-answers.ts'
import { MemoryCollection } from './memory-collection.ts'

/** All of them belong to the only person of the fake. */
const EVERYWHERE = ''

export class MemoryOrganizationRepository extends MemoryAnswers implements OrganizationRepository {
  readonly #organizations = new MemoryCollection<Organization>()
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
    return this.answer(() => this.#organizations.remove(EVERYWHERE, organizationId))
  }

  /** Somebody else created it, and this person is a member now. */
  put(organization: Organization): void {
    this.#organizations.put(EVERYWHERE, organization)
  }
}
