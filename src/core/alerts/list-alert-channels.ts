import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AlertChannels } from './alert-channel.ts'
import type { AlertRepository } from './alert-repository.ts'

export interface AlertDeps {
  readonly organization: ActiveOrganization
  readonly alerts: AlertRepository
}

export type ListAlertChannels = () => Promise<Result<AlertChannels>>

export const makeListAlertChannels =
  ({ organization, alerts }: AlertDeps): ListAlertChannels =>
  () =>
    inOrganization(organization, (organizationId) => alerts.list(organizationId))
