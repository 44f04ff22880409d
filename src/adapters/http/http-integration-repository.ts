import type { CamelCased } from '../../contract/camel-cased.ts'
import { INTEGRATION_ROUTES, type IntegrationResponse } from '../../contract/integrations.ts'
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
import { snakeCased } from './snake-cased.ts'

export class HttpIntegrationRepository implements IntegrationRepository {
  readonly #http: HttpClient
  readonly #known = new KnownIds<Integration>()

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly Integration[]>> {
    const listed = await this.#http.call(INTEGRATION_ROUTES.listIntegrations, { params: { orgId } })
    return map(listed, (rows) => this.#known.note(orgId, rows.map(integrationOf)))
  }

  async add(orgId: string, body: NewIntegration): Promise<Result<Integration>> {
    const told = await this.#http.callIfAnswered(INTEGRATION_ROUTES.createIntegration, { params: { orgId }, body })
    if (!told.ok) return told
    if (told.value) return ok(integrationOf(told.value))
    const isLike = (made: Integration) => made.name === body.name && made.type === body.type
    return this.#known.findNew(orgId, () => this.list(orgId), isLike)
  }

  update(orgId: string, integrationId: string, body: IntegrationChange, version?: number): Promise<Result<void>> {
    const headers = ifMatch(version)
    return this.#http.send(INTEGRATION_ROUTES.updateIntegration, { params: { orgId, integrationId }, headers, body })
  }

  remove(orgId: string, integrationId: string): Promise<Result<void>> {
    return this.#http.send(INTEGRATION_ROUTES.deleteIntegration, { params: { orgId, integrationId } })
  }

  async details(orgId: string, integrationId: string): Promise<Result<IntegrationDetails>> {
    const found = await this.#http.call(INTEGRATION_ROUTES.getIntegrationDetails, { params: { orgId, integrationId } })
    return map(found, (row) => ({ credentials: {}, ...integrationOf(row) }))
  }

  async startGoogleAuth(orgId: string, purpose: GoogleConsentFor = {}): Promise<Result<GoogleConsent>> {
    const request = { params: { orgId }, query: snakeCased(purpose) }
    const started = await this.#http.call(INTEGRATION_ROUTES.startGoogleAuth, request)
    if (!started.ok) return started
    const { url: other, authUrl: url = other, ...answer } = started.value
    return url === undefined
      ? fail({ kind: 'unexpected-answer', problem: 'The answer has neither auth_url nor url' })
      : ok({ url, ...answer })
  }
}

const integrationOf = <Row extends CamelCased<IntegrationResponse>>(row: Row) => ({ mergedIntegration: false, ...row })
