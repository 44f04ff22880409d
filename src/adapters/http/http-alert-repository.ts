import { ALERT_ROUTES } from '../../contract/alerts.ts'
import type { AlertChannelRequest } from '../../contract/requests/alerts.ts'
import type { AlertChannel, AlertChannelDraft, AlertChannels } from '../../core/alerts/alert-channel.ts'
import type {
  AlertDelivery,
  AlertDeliveryDetail,
  AlertDeliveryPage,
  DeliveryFilter,
} from '../../core/alerts/alert-delivery.ts'
import type { AlertRepository } from '../../core/alerts/alert-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

/** What few pages ask is read by code that is loaded with the first answer. */
const fromWire = () => import('./alerts-from-wire.ts')

export class HttpAlertRepository implements AlertRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<AlertChannels>> {
    const { channelFromWire } = await fromWire()
    return map(
      await this.#http.call(ALERT_ROUTES.listAlertChannels, { params: { orgId } }),
      ({ channels, email_available }) => ({
        channels: channels.map(channelFromWire),
        ...withoutAbsent({ isEmailAvailable: email_available }),
      }),
    )
  }

  async create(orgId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>> {
    const { channelFromWire } = await fromWire()
    const request = { params: { orgId }, body: channelToWire(draft) }
    return map(await this.#http.call(ALERT_ROUTES.createAlertChannel, request), channelFromWire)
  }

  async update(orgId: string, channelId: string, draft: AlertChannelDraft): Promise<Result<AlertChannel>> {
    const { channelFromWire } = await fromWire()
    const request = { params: { orgId, channelId }, body: channelToWire(draft) }
    return map(await this.#http.call(ALERT_ROUTES.updateAlertChannel, request), channelFromWire)
  }

  remove(orgId: string, channelId: string): Promise<Result<void>> {
    return this.#http.send(ALERT_ROUTES.deleteAlertChannel, { params: { orgId, channelId } })
  }

  async rotateSecret(orgId: string, channelId: string): Promise<Result<AlertChannel>> {
    const { channelFromWire } = await fromWire()
    return map(await this.#http.call(ALERT_ROUTES.rotateAlertSecret, { params: { orgId, channelId } }), channelFromWire)
  }

  async takeOver(orgId: string, channelId: string): Promise<Result<AlertChannel>> {
    const { channelFromWire } = await fromWire()
    const request = { params: { orgId, channelId } }
    return map(await this.#http.call(ALERT_ROUTES.takeOverAlertChannel, request), channelFromWire)
  }

  async test(orgId: string, channelId: string): Promise<Result<AlertDelivery>> {
    const { deliveryFromWire } = await fromWire()
    return map(await this.#http.call(ALERT_ROUTES.testAlertChannel, { params: { orgId, channelId } }), deliveryFromWire)
  }

  async deliveries(orgId: string, { channelId, cursor }: DeliveryFilter = {}): Promise<Result<AlertDeliveryPage>> {
    const { deliveryFromWire } = await fromWire()
    const query = withoutAbsent({ channel: channelId, cursor })
    return map(
      await this.#http.call(ALERT_ROUTES.listAlertDeliveries, { params: { orgId }, query }),
      ({ deliveries, next_cursor }) => ({
        deliveries: deliveries.map(deliveryFromWire),
        ...withoutAbsent({ nextCursor: next_cursor }),
      }),
    )
  }

  async delivery(orgId: string, deliveryId: string): Promise<Result<AlertDeliveryDetail>> {
    const { detailFromWire } = await fromWire()
    return map(await this.#http.call(ALERT_ROUTES.getAlertDelivery, { params: { orgId, deliveryId } }), detailFromWire)
  }

  async replay(orgId: string, deliveryId: string): Promise<Result<AlertDelivery>> {
    const { deliveryFromWire } = await fromWire()
    const request = { params: { orgId, deliveryId } }
    return map(await this.#http.call(ALERT_ROUTES.replayAlertDelivery, request), deliveryFromWire)
  }
}

const channelToWire = ({
  kind,
  url,
  key,
  recipients,
  events,
  rejectsAbove,
  flowIds,
  name,
}: AlertChannelDraft): AlertChannelRequest => ({
  kind,
  ...withoutAbsent({ name, url, routing_key: key }),
  recipients: [...recipients],
  events: [...events],
  rejects_above: rejectsAbove,
  ...withoutAbsent({ flow_ids: flowIds && [...flowIds] }),
})
