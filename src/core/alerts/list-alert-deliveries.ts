import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AlertDeliveryPage } from './alert-delivery.ts'
import type { AlertDeps } from './list-alert-channels.ts'

export type ListAlertDeliveries = (cursor?: string) => Promise<Result<AlertDeliveryPage>>

export const makeListAlertDeliveries =
  ({ organization, alerts }: AlertDeps): ListAlertDeliveries =>
  (cursor) =>
    inOrganization(organization, (organizationId) => alerts.deliveries(organizationId, cursor))
