import type { OrganizationResponse } from '../../contract/organizations.ts'
import { ORGANIZATION_ROUTES } from '../../contract/organizations.ts'
import type { DeletedOrganization, NewOrganization, Organization } from '../../core/organizations/organization.ts'
import type { OrganizationRepository } from '../../core/organizations/organization-repository.ts'
import { map, ok, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { KnownIds } from './known-ids.ts'
import { withoutAbsent } from './without-absent.ts'

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
      this.#known.note(EVERY, rows.map(organizationFromWire)),
    )
  }

  async create({ name }: NewOrganization): Promise<Result<Organization>> {
    const told = await this.#http.callIfTold(ORGANIZATION_ROUTES.createOrganization, { body: { name } })
    if (!told.ok) return told
    if (told.value) return ok(organizationFromWire(told.value))
    return this.#known.findNew(
      EVERY,
      () => this.list(),
      (made) => made.name === name,
    )
  }

  async update(changed: Organization): Promise<Result<Organization>> {
    const { createdAt, roles, restoredAt, schedulesPaused, ...organization } = changed
    const own = { created_at: createdAt, restored_at: restoredAt, schedules_paused: schedulesPaused }
    const body = { ...organization, ...withoutAbsent({ roles: roles && [...roles], ...own }) }
    const params = { orgId: organization.id }
    const told = await this.#http.callIfTold(ORGANIZATION_ROUTES.updateOrganization, { params, body })
    // The whole object was sent: if a server returns nothing, that is the new state.
    return map(told, (row) => (row ? organizationFromWire(row) : changed))
  }

  async resumeSchedules(organizationId: string): Promise<Result<Organization>> {
    return map(
      await this.#http.call(ORGANIZATION_ROUTES.resumeSchedules, { params: { orgId: organizationId } }),
      organizationFromWire,
    )
  }

  delete(organizationId: string): Promise<Result<void>> {
    return this.#http.send(ORGANIZATION_ROUTES.deleteOrganization, { params: { orgId: organizationId } })
  }

  async listDeleted(): Promise<Result<readonly DeletedOrganization[]>> {
    return map(await this.#http.call(ORGANIZATION_ROUTES.listDeletedOrganizations, {}), (rows) =>
      rows.map(({ id, name, deleted_at, expires_at }) => ({ id, name, deletedAt: deleted_at, expiresAt: expires_at })),
    )
  }

  async restore(organizationId: string): Promise<Result<Organization>> {
    return map(
      await this.#http.call(ORGANIZATION_ROUTES.restoreOrganization, { params: { orgId: organizationId } }),
      organizationFromWire,
    )
  }
}

/** Unknown fields are kept, for the update that sends the whole object back. */
const organizationFromWire = ({
  created_at,
  roles,
  restored_at,
  schedules_paused,
  ...row
}: OrganizationResponse): Organization => ({
  ...row,
  ...withoutAbsent({ roles, createdAt: created_at, restoredAt: restored_at, schedulesPaused: schedules_paused }),
})
