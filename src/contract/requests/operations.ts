import type { Route, RouteRequest } from '../route.ts'
import { ROUTES, type RouteName } from '../routes.ts'
import { ALERT_REQUESTS } from './alerts.ts'
import { ASSISTANT_REQUESTS } from './assistants.ts'
import { AUDIT_REQUESTS } from './audit.ts'
import { BATCH_REQUESTS } from './batches.ts'
import { BILLING_REQUESTS } from './billing.ts'
import { BUDGET_REQUESTS } from './budgets.ts'
import { BULK_REQUESTS } from './bulk.ts'
import { CODE_REQUESTS } from './code.ts'
import { CONNECTION_OVERVIEW_REQUESTS } from './connection-overviews.ts'
import { CONNECTION_REQUESTS } from './connections.ts'
import { DASHBOARD_REQUESTS } from './dashboard.ts'
import { FLOW_DETAIL_REQUESTS } from './flow-details.ts'
import { FLOW_OVERVIEW_REQUESTS } from './flow-overviews.ts'
import { FLOW_PREVIEW_REQUESTS } from './flow-previews.ts'
import { FLOW_REQUESTS } from './flows.ts'
import { INBOUND_URL_REQUESTS } from './inbound-urls.ts'
import { INTEGRATION_REQUESTS } from './integrations.ts'
import { INVITATION_REQUESTS } from './invitations.ts'
import { MEMBER_REQUESTS } from './members.ts'
import { MIRROR_REQUESTS } from './mirrors.ts'
import { ORGANIZATION_REQUESTS } from './organizations.ts'
import { REJECT_REQUESTS } from './rejects.ts'
import { RUN_LIMITS_REQUESTS } from './run-limits.ts'
import { RUN_REQUESTS } from './runs.ts'
import { SAMPLE_DATA_REQUESTS } from './sample-data.ts'
import { SERVICE_MEMBER_REQUESTS } from './service-members.ts'
import { TABLE_SEARCH_REQUESTS } from './table-search.ts'
import { TRASH_REQUESTS } from './trash.ts'
import { USER_REQUESTS } from './users.ts'
import { VIEW_REQUESTS } from './views.ts'

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
  ...CONNECTION_OVERVIEW_REQUESTS,
  ...FLOW_REQUESTS,
  ...FLOW_DETAIL_REQUESTS,
  ...FLOW_OVERVIEW_REQUESTS,
  ...TABLE_SEARCH_REQUESTS,
  ...FLOW_PREVIEW_REQUESTS,
  ...MIRROR_REQUESTS,
  ...RUN_REQUESTS,
  ...REJECT_REQUESTS,
  ...SAMPLE_DATA_REQUESTS,
  ...ALERT_REQUESTS,
  ...TRASH_REQUESTS,
  ...INBOUND_URL_REQUESTS,
  ...BUDGET_REQUESTS,
  ...RUN_LIMITS_REQUESTS,
  ...BULK_REQUESTS,
  ...BATCH_REQUESTS,
  ...VIEW_REQUESTS,
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
