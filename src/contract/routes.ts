import { ALERT_ROUTES } from './alerts.ts'
import { ASSISTANT_ROUTES } from './assistants.ts'
import { AUDIT_ROUTES } from './audit.ts'
import { BATCH_ROUTES } from './batches.ts'
import { BILLING_ROUTES } from './billing.ts'
import { BUDGET_ROUTES } from './budgets.ts'
import { BULK_ROUTES } from './bulk.ts'
import { CODE_ROUTES } from './code.ts'
import { CONNECTION_OVERVIEW_ROUTES } from './connection-overviews.ts'
import { CONNECTION_ROUTES } from './connections.ts'
import { DASHBOARD_ROUTES } from './dashboard.ts'
import { FLOW_DETAIL_ROUTES } from './flow-details.ts'
import { FLOW_OVERVIEW_ROUTES } from './flow-overviews.ts'
import { FLOW_PREVIEW_ROUTES } from './flow-previews.ts'
import { FLOW_ROUTES } from './flows.ts'
import { INBOUND_URL_ROUTES } from './inbound-urls.ts'
import { INTEGRATION_ROUTES } from './integrations.ts'
import { INVITATION_ROUTES } from './invitations.ts'
import { MEMBER_ROUTES } from './members.ts'
import { MIRROR_ROUTES } from './mirrors.ts'
import { ORGANIZATION_ROUTES } from './organizations.ts'
import { REJECT_ROUTES } from './rejects.ts'
import type { Route } from './route.ts'
import { RUN_LIMITS_ROUTES } from './run-limits.ts'
import { RUN_ROUTES } from './runs.ts'
import { SAMPLE_DATA_ROUTES } from './sample-data.ts'
import { SERVICE_MEMBER_ROUTES } from './service-members.ts'
import { TABLE_SEARCH_ROUTES } from './table-search.ts'
import { TRASH_ROUTES } from './trash.ts'
import { USER_ROUTES } from './users.ts'
import { VIEW_ROUTES } from './views.ts'

/** All calls (spec §7 and our additions): client, server, authorization and the API description are derived from these rows. */
export const ROUTES = {
  ...USER_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...MEMBER_ROUTES,
  ...INVITATION_ROUTES,
  ...DASHBOARD_ROUTES,
  ...AUDIT_ROUTES,
  ...BILLING_ROUTES,
  ...INTEGRATION_ROUTES,
  ...CONNECTION_ROUTES,
  ...CONNECTION_OVERVIEW_ROUTES,
  ...FLOW_ROUTES,
  ...FLOW_DETAIL_ROUTES,
  ...FLOW_OVERVIEW_ROUTES,
  ...TABLE_SEARCH_ROUTES,
  ...FLOW_PREVIEW_ROUTES,
  ...MIRROR_ROUTES,
  ...RUN_ROUTES,
  ...REJECT_ROUTES,
  ...SAMPLE_DATA_ROUTES,
  ...ALERT_ROUTES,
  ...TRASH_ROUTES,
  ...INBOUND_URL_ROUTES,
  ...BUDGET_ROUTES,
  ...RUN_LIMITS_ROUTES,
  ...BULK_ROUTES,
  ...BATCH_ROUTES,
  ...VIEW_ROUTES,
  ...SERVICE_MEMBER_ROUTES,
  ...CODE_ROUTES,
  ...ASSISTANT_ROUTES,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES
