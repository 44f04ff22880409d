import { INTEGRATION_ROUTES } from '../../../contract/integrations.ts'
import type { Integration } from '../../../core/integrations/integration.ts'
import type { IntegrationRepository } from '../../../core/integrations/integration-repository.ts'
import { map, ok } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { KnownIds } from '../known-ids.ts'
import type { httpIntegrationDetails } from './http-integration-details.ts'
import { integrationOf } from './integration-of.ts'

/** What is called right after sign-in, and what a new integration is found by. */
export function httpIntegrationRepository(
  http: HttpClient,
): Omit<IntegrationRepository, keyof ReturnType<typeof httpIntegrationDetails>> {
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
  }
}
