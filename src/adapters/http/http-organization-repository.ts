import type { OrganizationResponse } from '../../contract/organizations.ts'
import { ROUTES } from '../../contract/routes.ts'
import type { NewOrganization, Organization } from '../../core/organizations/organization.ts'
import type { OrganizationRepository } from '../../core/organizations/organization-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpOrganizationRepository implements OrganizationRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(): Promise<Result<readonly Organization[]>> {
    return map(await this.#http.call(ROUTES.listOrganizations, {}), (rows) => rows.map(organizationFromWire))
  }

  async create({ name }: NewOrganization): Promise<Result<Organization>> {
    return map(await this.#http.call(ROUTES.createOrganization, { body: { name } }), organizationFromWire)
  }

  async update({ createdAt, roles, ...organization }: Organization): Promise<Result<Organization>> {
    const body = { ...organization, ...withoutAbsent({ roles: roles && [...roles], created_at: createdAt }) }
    const params = { orgId: organization.id }
    return map(await this.#http.call(ROUTES.updateOrganization, { params, body }), organizationFromWire)
  }

  delete(organizationId: string): Promise<Result<void>> {
    return this.#http.send(ROUTES.deleteOrganization, { params: { orgId: organizationId } })
  }
}

/** What the contract does not name stays with it, for the update that sends the whole object back. */
const organizationFromWire = ({ created_at, roles, ...row }: OrganizationResponse): Organization => ({
  ...row,
  ...withoutAbsent({ roles, createdAt: created_at }),
})
