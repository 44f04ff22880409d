import { ALERT_REQUESTS } from './requests/alerts.ts'
import { ASSISTANT_REQUESTS } from './requests/assistants.ts'
import { AUDIT_REQUESTS } from './requests/audit.ts'
import { BILLING_REQUESTS } from './requests/billing.ts'
import { BUDGET_REQUESTS } from './requests/budgets.ts'
import { BULK_REQUESTS } from './requests/bulk.ts'
import { CODE_REQUESTS } from './requests/code.ts'
import { CONNECTION_REQUESTS } from './requests/connections.ts'
import { DASHBOARD_REQUESTS } from './requests/dashboard.ts'
import { FLOW_PREVIEW_REQUESTS } from './requests/flow-previews.ts'
import { FLOW_REQUESTS } from './requests/flows.ts'
import { INBOUND_URL_REQUESTS } from './requests/inbound-urls.ts'
import { INTEGRATION_REQUESTS } from './requests/integrations.ts'
import { INVITATION_REQUESTS } from './requests/invitations.ts'
import { MEMBER_REQUESTS } from './requests/members.ts'
import { ORGANIZATION_REQUESTS } from './requests/organizations.ts'
import { REJECT_REQUESTS } from './requests/rejects.ts'
import { RUN_REQUESTS } from './requests/runs.ts'
import { SAMPLE_DATA_REQUESTS } from './requests/sample-data.ts'
import { SERVICE_MEMBER_REQUESTS } from './requests/service-members.ts'
import { TRASH_REQUESTS } from './requests/trash.ts'
import { USER_REQUESTS } from './requests/users.ts'
import type { Route, RouteRequest } from './route.ts'
import { ROUTES, type RouteName } from './routes.ts'

const REQUESTS: Readonly<Record<RouteName, RouteRequest>> = {
  ...USER_REQUESTS,
  ...ORGANIZATION_REQUESTS,
  ...MEMBER_REQUESTS,
  ...INVITATION_REQUESTS,
  ...DASHBOARD_REQUESTS,
  ...AUDIT_REQUESTS,
  ...BILLING_REQUESTS,
  ...INTEGRATION_REQUESTS,
  ...CONNECTION_REQUESTS,
  ...FLOW_REQUESTS,
  ...FLOW_PREVIEW_REQUESTS,
  ...RUN_REQUESTS,
  ...REJECT_REQUESTS,
  ...SAMPLE_DATA_REQUESTS,
  ...ALERT_REQUESTS,
  ...TRASH_REQUESTS,
  ...INBOUND_URL_REQUESTS,
  ...BUDGET_REQUESTS,
  ...BULK_REQUESTS,
  ...SERVICE_MEMBER_REQUESTS,
  ...CODE_REQUESTS,
  ...ASSISTANT_REQUESTS,
}

/** A complete call: its row, and its entry in `requests/`. */
export interface Operation extends Route, RouteRequest {
  readonly name: RouteName
}

/** All calls, for the server, its tests and the published description. The client has only the rows. */
export const OPERATIONS: readonly Operation[] = (Object.entries(ROUTES) as [RouteName, Route][]).map(
  ([name, route]) => ({ name, ...route, ...REQUESTS[name] }),
)
