import type { TestAlert } from '../../domain/alerts/alert-sending.ts'
import { insertTestDelivery } from '../../store/alerts/alert-deliveries.ts'
import { findOrganizationSettings } from '../../store/organizations/organizations.ts'
import { type FinalizeAlertDeps, finalizeAlert } from './finalize-alert.ts'

export const makeTestAlert =
  (deps: FinalizeAlertDeps): TestAlert =>
  async (channel, end) => {
    const { organization_id: organizationId, id: channelId } = channel
    const delivery = await deps.database.inOrganization(organizationId, async (query) => {
      const organization = { id: organizationId, name: (await findOrganizationSettings(query, organizationId)).name }
      const message = { type: 'test', raised_at: new Date().toISOString(), organization } as const
      return insertTestDelivery(query, { organizationId, channelId, message })
    })
    return finalizeAlert(deps, channel, delivery, end)
  }
