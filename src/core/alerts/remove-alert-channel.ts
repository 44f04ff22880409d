import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AlertDeps } from './list-alert-channels.ts'

export type RemoveAlertChannel = (channelId: string) => Promise<Result<void>>

export const makeRemoveAlertChannel =
  ({ organization, alerts }: AlertDeps): RemoveAlertChannel =>
  (channelId) =>
    inOrganization(organization, (organizationId) => alerts.remove(organizationId, channelId))
