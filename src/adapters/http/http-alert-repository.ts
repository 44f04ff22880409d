import { ALERT_ROUTES, type AlertChannelResponse } from '../../contract/alerts.ts'
import type { CamelCased } from '../../contract/camel-cased.ts'
import type { AlertChannel, AlertChannelDraft, AlertChannels } from '../../core/alerts/alert-channel.ts'
import type {
  AlertDelivery,
  AlertDeliveryDetail,
  AlertDeliveryPage,
  DeliveryFilter,
} from '../../core/alerts/alert-delivery.ts'
import type { AlertRepository } from '../../core/alerts/alert-repository.ts'
import { CHANNEL_EVENTS } from '../../core/catalog/alert-events.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { snakeCased } from './snake-cased.ts'

export class HttpAlertRepository implements AlertRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<AlertChannels>> {
    const listed = await this.#http.call(ALERT_ROUTES.listAlertChannels, { params: { orgId } })
    return map(listed, ({ channels, ...rest }) => ({ channels: channels.map(channelOf), ...rest }))
  }

  async create(orgId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>> {
    const request = { params: { orgId }, body: bodyOf(draft) }
    return map(await this.#http.call(ALERT_ROUTES.createAlertChannel, request), channelOf)
  }

  async update(orgId: string, channelId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>> {
    const request = { params: { orgId, channelId }, body: bodyOf(draft) }
    return map(await this.#http.call(ALERT_ROUTES.updateAlertChannel, request), channelOf)
  }

  remove(orgId: string, channelId: string): Promise<Result<void>> {
    return this.#http.send(ALERT_ROUTES.deleteAlertChannel, { params: { orgId, channelId } })
  }

  async rotateSecret(orgId: string, channelId: string): Promise<Result<AlertChannel>> {
    return map(await this.#http.call(ALERT_ROUTES.rotateAlertSecret, { params: { orgId, channelId } }), channelOf)
  }

  async takeOver(orgId: string, channelId: string): Promise<Result<AlertChannel>> {
    return map(await this.#http.call(ALERT_ROUTES.takeOverAlertChannel, { params: { orgId, channelId } }), channelOf)
  }

  test(orgId: string, channelId: string): Promise<Result<AlertDelivery>> {
    return this.#http.call(ALERT_ROUTES.testAlertChannel, { params: { orgId, channelId } })
  }

  deliveries(orgId: string, { channelId: channel, cursor }: DeliveryFilter = {}): Promise<Result<AlertDeliveryPage>> {
    return this.#http.call(ALERT_ROUTES.listAlertDeliveries, { params: { orgId }, query: { channel, cursor } })
  }

  delivery(orgId: string, deliveryId: string): Promise<Result<AlertDeliveryDetail>> {
    return this.#http.call(ALERT_ROUTES.getAlertDelivery, { params: { orgId, deliveryId } })
  }

  replay(orgId: string, deliveryId: string): Promise<Result<AlertDelivery>> {
    return this.#http.call(ALERT_ROUTES.replayAlertDelivery, { params: { orgId, deliveryId } })
  }
}

const channelOf = (row: CamelCased<AlertChannelResponse>): AlertChannel => ({
  recipients: [],
  rejectsAbove: 0,
  ...row,
  events: CHANNEL_EVENTS.filter((event) => row.events.includes(event)),
})

const bodyOf = ({ key, ...draft }: AlertChannelDraft) => snakeCased({ ...draft, routingKey: key })
