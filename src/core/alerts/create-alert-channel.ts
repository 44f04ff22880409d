import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AlertChannel, AlertChannelDraft } from './alert-channel.ts'
import type { AlertDeps } from './list-alert-channels.ts'

export type CreateAlertChannel = (draft: AlertChannelDraft) => Promise<Result<AlertChannel>>

export const makeCreateAlertChannel =
  ({ organization, alerts }: AlertDeps): CreateAlertChannel =>
  (draft) =>
    inOrganization(organization, (organizationId) => alerts.create(organizationId, draft))
