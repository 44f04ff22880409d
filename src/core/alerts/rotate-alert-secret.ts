import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AlertChannel } from './alert-channel.ts'
import type { AlertDeps } from './list-alert-channels.ts'

export type RotateAlertSecret = (channelId: string) => Promise<Result<AlertChannel>>

export const makeRotateAlertSecret =
  ({ organization, alerts }: AlertDeps): RotateAlertSecret =>
  (channelId) =>
    inOrganization(organization, (organizationId) => alerts.rotateSecret(organizationId, channelId))
