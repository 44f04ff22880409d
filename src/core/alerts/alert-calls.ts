import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { AlertChannelDraft } from './alert-channel.ts'
import type { DeliveryFilter } from './alert-delivery.ts'
import type { AlertRepository } from './alert-repository.ts'
import type { AlertedFlowsChange } from './alerted-flows.ts'

interface AlertDeps {
  readonly organization: ActiveOrganization
  readonly alerts: AlertRepository
}

const ask = forOrganization<AlertDeps>()

export const ALERT_CALLS = {
  listAlertChannels: ask(({ alerts }, organizationId) => alerts.list(organizationId)),
  createAlertChannel: ask(({ alerts }, organizationId, draft: AlertChannelDraft) =>
    alerts.create(organizationId, draft),
  ),
  updateAlertChannel: ask(({ alerts }, organizationId, channelId: string, draft: AlertChannelDraft) =>
    alerts.update(organizationId, channelId, draft),
  ),
  changeAlertedFlows: ask(({ alerts }, organizationId, change: AlertedFlowsChange) =>
    alerts.changeAlertedFlows(organizationId, change),
  ),
  removeAlertChannel: ask(({ alerts }, organizationId, channelId: string) => alerts.remove(organizationId, channelId)),
  rotateAlertSecret: ask(({ alerts }, organizationId, channelId: string) =>
    alerts.rotateSecret(organizationId, channelId),
  ),
  takeOverAlertChannel: ask(({ alerts }, organizationId, channelId: string) =>
    alerts.takeOver(organizationId, channelId),
  ),
  testAlertChannel: ask(({ alerts }, organizationId, channelId: string) => alerts.test(organizationId, channelId)),
  listAlertDeliveries: ask(({ alerts }, organizationId, filter?: DeliveryFilter) =>
    alerts.deliveries(organizationId, filter),
  ),
  getAlertDelivery: ask(({ alerts }, organizationId, deliveryId: string) =>
    alerts.delivery(organizationId, deliveryId),
  ),
  replayAlertDelivery: ask(({ alerts }, organizationId, deliveryId: string) =>
    alerts.replay(organizationId, deliveryId),
  ),
}
