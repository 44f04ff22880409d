import type { CamelCased } from '../../../contract/camel-cased.ts'
import { INTEGRATION_ROUTES, type IntegrationResponse } from '../../../contract/integrations.ts'
import type { Integration } from '../../../core/integrations/integration.ts'
import type { IntegrationRepository } from '../../../core/integrations/integration-repository.ts'
import { fail, map, ok } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { ifMatch } from '../if-match.ts'
import { KnownIds } from '../known-ids.ts'
import { snakeCased } from '../snake-cased.ts'

export function httpIntegrationRepository(http: HttpClient): IntegrationRepository {
  const known = new KnownIds<Integration>()
  return {
    async list(orgId) {
      const listed = await http.call(INTEGRATION_ROUTES.listIntegrations, { params: { orgId } })
      return map(listed, (rows) => known.note(orgId, rows.map(integrationOf)))
    },

    async add(orgId, body) {
      const saved = await http.callIfAnswered(INTEGRATION_ROUTES.createIntegration, { params: { orgId }, body })
      if (!saved.ok) return saved
      if (saved.value) return ok(integrationOf(saved.value))
      const isLike = (made: Integration) => made.name === body.name && made.type === body.type
      return known.findNew(orgId, () => this.list(orgId), isLike)
    },

    update(orgId, integrationId, body, version) {
      const headers = ifMatch(version)
      return http.send(INTEGRATION_ROUTES.updateIntegration, { params: { orgId, integrationId }, headers, body })
    },

    remove: (orgId, integrationId) =>
      http.send(INTEGRATION_ROUTES.deleteIntegration, { params: { orgId, integrationId } }),

    async details(orgId, integrationId) {
      const found = await http.call(INTEGRATION_ROUTES.getIntegrationDetails, { params: { orgId, integrationId } })
      return map(found, (row) => ({ credentials: {}, ...integrationOf(row) }))
    },

    async startGoogleAuth(orgId, purpose = {}) {
      const request = { params: { orgId }, query: snakeCased(purpose) }
      const started = await http.call(INTEGRATION_ROUTES.startGoogleAuth, request)
      if (!started.ok) return started
      const { url: other, authUrl: url = other, ...answer } = started.value
      return url === undefined
        ? fail({ kind: 'unexpected-answer', problem: 'The answer has neither auth_url nor url' })
        : ok({ url, ...answer })
    },
  }
}

const integrationOf = <Row extends CamelCased<IntegrationResponse>>(row: Row) => ({ mergedIntegration: false, ...row })
