import { HttpAlertRepository } from '../adapters/http/http-alert-repository.ts'
import { HttpAuditRepository } from '../adapters/http/http-audit-repository.ts'
import { HttpBillingRepository } from '../adapters/http/http-billing-repository.ts'
import { HttpBudgetRepository } from '../adapters/http/http-budget-repository.ts'
import { HttpClient, type HttpClientDeps } from '../adapters/http/http-client.ts'
import { HttpConnectionRepository } from '../adapters/http/http-connection-repository.ts'
import { HttpDashboardRepository } from '../adapters/http/http-dashboard-repository.ts'
import { HttpFlowRepository } from '../adapters/http/http-flow-repository.ts'
import { HttpIntegrationRepository } from '../adapters/http/http-integration-repository.ts'
import { HttpInvitationRepository } from '../adapters/http/http-invitation-repository.ts'
import { HttpMemberRepository } from '../adapters/http/http-member-repository.ts'
import { HttpOrganizationRepository } from '../adapters/http/http-organization-repository.ts'
import { HttpProfileRepository } from '../adapters/http/http-profile-repository.ts'
import { HttpRejectRepository } from '../adapters/http/http-reject-repository.ts'
import { HttpRunEvents } from '../adapters/http/http-run-events.ts'
import { HttpRunRepository } from '../adapters/http/http-run-repository.ts'
import { HttpSampleDataRepository } from '../adapters/http/http-sample-data-repository.ts'
import { HttpServiceMemberRepository } from '../adapters/http/http-service-member-repository.ts'
import { HttpTrashRepository } from '../adapters/http/http-trash-repository.ts'
import { PLANS } from '../core/catalog/plans.ts'
import type { Configuration } from './browser-identity.ts'

interface HttpPortsDeps extends HttpClientDeps {
  /** The plans of the deployment; absent: those of the catalog. */
  readonly plans?: Configuration['plans']
}

/** Without prices, which another host may have set differently. */
const CATALOG_PLANS = PLANS.filter(({ monthlyPrice }) => monthlyPrice > 0).map(({ id, name }) => ({ id, name }))

/** Every port that uses the API. */
export function httpPorts({ plans, ...deps }: HttpPortsDeps) {
  const http = new HttpClient(deps)
  const configured = plans?.map(({ id, name = id }) => ({ id, name })) ?? CATALOG_PLANS
  return {
    profiles: new HttpProfileRepository(http),
    organizations: new HttpOrganizationRepository(http),
    members: new HttpMemberRepository(http),
    invitations: new HttpInvitationRepository(http),
    billing: new HttpBillingRepository(http, configured),
    dashboards: new HttpDashboardRepository(http),
    audit: new HttpAuditRepository(http),
    alerts: new HttpAlertRepository(http),
    integrations: new HttpIntegrationRepository(http),
    connections: new HttpConnectionRepository(http),
    flows: new HttpFlowRepository(http),
    runs: new HttpRunRepository(http),
    runEvents: new HttpRunEvents(deps),
    sampleData: new HttpSampleDataRepository(http),
    budgets: new HttpBudgetRepository(http),
    rejects: new HttpRejectRepository(http),
    serviceMembers: new HttpServiceMemberRepository(http),
    trash: new HttpTrashRepository(http),
  }
}
