import { INTEGRATION_ROUTES } from '../../../contract/integrations.ts'
import type { IntegrationRepository } from '../../../core/integrations/integration-repository.ts'
import { fail, map, ok } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { ifMatch } from '../if-match.ts'
import { snakeCased } from '../snake-cased.ts'
import { integrationOf } from './integration-of.ts'

/** What is called of one integration: its code is loaded with the first call. */
export const httpIntegrationDetails = (http: HttpClient) =>
  ({
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
  }) satisfies Partial<IntegrationRepository>
