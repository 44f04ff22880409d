import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AlertChannel, AlertChannelDraft } from './alert-channel.ts'
import type { AlertDeps } from './list-alert-channels.ts'

export type UpdateAlertChannel = (channelId: string, draft: AlertChannelDraft) => Promise<Result<AlertChannel>>

export const makeUpdateAlertChannel =
  ({ organization, alerts }: AlertDeps): UpdateAlertChannel =>
  (channelId, draft) =>
    inOrganization(organization, (organizationId) => alerts.update(organizationId, channelId, draft))
