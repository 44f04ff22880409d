import { ORGANIZATION_ROUTES } from '../../contract/organizations.ts'
import type { DeletedOrganization, NewOrganization, Organization } from '../../core/organizations/organization.ts'
import type { OrganizationRepository } from '../../core/organizations/organization-repository.ts'
import { map, ok, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { KnownIds } from './known-ids.ts'
import { snakeCased } from './snake-cased.ts'

/** Organizations do not belong to an organization. */
const EVERY = ''

export class HttpOrganizationRepository implements OrganizationRepository {
  readonly #http: HttpClient
  readonly #known = new KnownIds<Organization>()

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(): Promise<Result<readonly Organization[]>> {
    return map(await this.#http.call(ORGANIZATION_ROUTES.listOrganizations, {}), (rows) =>
      this.#known.note(EVERY, rows),
    )
  }

  async create({ name }: NewOrganization): Promise<Result<Organization>> {
    const told = await this.#http.callIfAnswered(ORGANIZATION_ROUTES.createOrganization, { body: { name } })
    if (!told.ok) return told
    if (told.value) return ok(told.value)
    return this.#known.findNew(
      EVERY,
      () => this.list(),
      (made) => made.name === name,
    )
  }

  async update(changed: Organization): Promise<Result<Organization>> {
    const { createdAt, restoredAt, schedulesPaused, ...organization } = changed
    const body = { ...organization, ...snakeCased({ createdAt, restoredAt, schedulesPaused }) }
    const params = { orgId: organization.id }
    const told = await this.#http.callIfAnswered(ORGANIZATION_ROUTES.updateOrganization, { params, body })
    // The whole object was sent: if a server returns nothing, that is the new state.
    return map(told, (row) => row ?? changed)
  }

  resumeSchedules(orgId: string): Promise<Result<Organization>> {
    return this.#http.call(ORGANIZATION_ROUTES.resumeSchedules, { params: { orgId } })
  }

  delete(organizationId: string): Promise<Result<void>> {
    return this.#http.send(ORGANIZATION_ROUTES.deleteOrganization, { params: { orgId: organizationId } })
  }

  listDeleted(): Promise<Result<readonly DeletedOrganization[]>> {
    return this.#http.call(ORGANIZATION_ROUTES.listDeletedOrganizations, {})
  }

  restore(orgId: string): Promise<Result<Organization>> {
    return this.#http.call(ORGANIZATION_ROUTES.restoreOrganization, { params: { orgId } })
  }
}
