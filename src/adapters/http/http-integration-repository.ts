import type { IntegrationResponse } from '../../contract/integrations.ts'
import { INTEGRATION_ROUTES } from '../../contract/integrations.ts'
import type {
  GoogleConsent,
  GoogleConsentFor,
  Integration,
  IntegrationChange,
  IntegrationDetails,
  NewIntegration,
} from '../../core/integrations/integration.ts'
import type { IntegrationRepository } from '../../core/integrations/integration-repository.ts'
import { fail, map, ok, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { ifMatch } from './if-match.ts'
import { KnownIds } from './known-ids.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpIntegrationRepository implements IntegrationRepository {
  readonly #http: HttpClient
  readonly #known = new KnownIds<Integration>()

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly Integration[]>> {
    const listed = await this.#http.call(INTEGRATION_ROUTES.listIntegrations, { params: { orgId } })
    return map(listed, (rows) => this.#known.note(orgId, rows.map(integrationFromWire)))
  }

  async add(
    orgId: string,
    { name, type, mergedIntegration, credentials }: NewIntegration,
  ): Promise<Result<Integration>> {
    const body = { name, type, mergedIntegration, credentials: { ...credentials } }
    const told = await this.#http.callIfTold(INTEGRATION_ROUTES.createIntegration, { params: { orgId }, body })
    if (!told.ok) return told
    if (told.value) return ok(integrationFromWire(told.value))
    const isLike = (made: Integration) => made.name === name && made.type === type
    return this.#known.findNew(orgId, () => this.list(orgId), isLike)
  }

  update(
    orgId: string,
    integrationId: string,
    { name, credentials }: IntegrationChange,
    version?: number,
  ): Promise<Result<void>> {
    const body = { ...(name !== undefined && { name }), ...(credentials && { credentials: { ...credentials } }) }
    const headers = ifMatch(version)
    return this.#http.send(INTEGRATION_ROUTES.updateIntegration, { params: { orgId, integrationId }, headers, body })
  }

  remove(orgId: string, integrationId: string): Promise<Result<void>> {
    return this.#http.send(INTEGRATION_ROUTES.deleteIntegration, { params: { orgId, integrationId } })
  }

  async details(orgId: string, integrationId: string): Promise<Result<IntegrationDetails>> {
    const found = await this.#http.call(INTEGRATION_ROUTES.getIntegrationDetails, { params: { orgId, integrationId } })
    return map(found, (row) => ({ ...integrationFromWire(row), credentials: row.credentials ?? {} }))
  }

  async startGoogleAuth(orgId: string, purpose: GoogleConsentFor = {}): Promise<Result<GoogleConsent>> {
    const query = { name: purpose.name, integration_id: purpose.integrationId }
    const started = await this.#http.call(INTEGRATION_ROUTES.startGoogleAuth, { params: { orgId }, query })
    if (!started.ok) return started
    const { state, auth_url: url = started.value.url } = started.value
    return url === undefined
      ? fail({ kind: 'unexpected-answer', problem: 'The answer has neither auth_url nor url' })
      : ok({ url, ...withoutAbsent({ state }) })
  }
}

const integrationFromWire = ({
  id,
  name,
  type,
  mergedIntegration,
  reconnect_needed,
  is_stand_in,
  version,
  created_at,
  updated_at,
}: IntegrationResponse): Integration => ({
  id,
  name,
  type,
  mergedIntegration: mergedIntegration ?? false,
  ...(reconnect_needed === true && { needsReconnect: true }),
  ...(is_stand_in === true && { isStandIn: true }),
  ...withoutAbsent({ version, createdAt: created_at, updatedAt: updated_at }),
})
