import type { Result } from '../result.ts'
import type { AlertChannel, AlertChannelDraft, AlertChannels } from './alert-channel.ts'
import type { AlertDelivery, AlertDeliveryDetail, AlertDeliveryPage, DeliveryFilter } from './alert-delivery.ts'
import type { AlertedFlowsChange } from './alerted-flows.ts'

/** Channels of an organization and their sent messages. All calls may be `not-offered`. */
export interface AlertRepository {
  list(organizationId: string): Promise<Result<AlertChannels>>
  create(organizationId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>>
  update(organizationId: string, channelId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>>
  /** Lets channels tell of flows, or no longer: all of them, or none. The other flows of each stay. */
  changeAlertedFlows(organizationId: string, change: AlertedFlowsChange): Promise<Result<void>>
  remove(organizationId: string, channelId: string): Promise<Result<void>>
  /** @returns the channel with its new secret */
  rotateSecret(organizationId: string, channelId: string): Promise<Result<AlertChannel>>
  /** Ends that a file owns the channel. */
  takeOver(organizationId: string, channelId: string): Promise<Result<AlertChannel>>
  /** Sends a message now. @returns the receiver's answer */
  test(organizationId: string, channelId: string): Promise<Result<AlertDelivery>>
  deliveries(organizationId: string, filter?: DeliveryFilter): Promise<Result<AlertDeliveryPage>>
  delivery(organizationId: string, deliveryId: string): Promise<Result<AlertDeliveryDetail>>
  /** Sends the message again now. @returns the receiver's answer */
  replay(organizationId: string, deliveryId: string): Promise<Result<AlertDelivery>>
}
