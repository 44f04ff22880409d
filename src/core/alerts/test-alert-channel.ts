import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AlertDelivery } from './alert-delivery.ts'
import type { AlertDeps } from './list-alert-channels.ts'

export type TestAlertChannel = (channelId: string) => Promise<Result<AlertDelivery>>

export const makeTestAlertChannel =
  ({ organization, alerts }: AlertDeps): TestAlertChannel =>
  (channelId) =>
    inOrganization(organization, (organizationId) => alerts.test(organizationId, channelId))
