import { ALERT_ROUTES, type AlertChannelResponse } from '../../../contract/alerts.ts'
import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { AlertChannel, AlertChannelDraft } from '../../../core/alerts/alert-channel.ts'
import type { AlertRepository } from '../../../core/alerts/alert-repository.ts'
import { CHANNEL_EVENTS } from '../../../core/catalog/alert-events.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { snakeCased } from '../snake-cased.ts'

export const httpAlertRepository = (http: HttpClient): AlertRepository => ({
  async list(orgId) {
    const listed = await http.call(ALERT_ROUTES.listAlertChannels, { params: { orgId } })
    return map(listed, ({ channels, ...rest }) => ({ channels: channels.map(channelOf), ...rest }))
  },

  async create(orgId, draft) {
    const request = { params: { orgId }, body: bodyOf(draft) }
    return map(await http.call(ALERT_ROUTES.createAlertChannel, request), channelOf)
  },

  async update(orgId, channelId, draft) {
    const request = { params: { orgId, channelId }, body: bodyOf(draft) }
    return map(await http.call(ALERT_ROUTES.updateAlertChannel, request), channelOf)
  },

  changeAlertedFlows: (orgId, { flowIds, channels }) =>
    http.send(ALERT_ROUTES.changeAlertedFlows, {
      params: { orgId },
      body: { flow_ids: flowIds, channels: channels.map(snakeCased) },
    }),

  remove: (orgId, channelId) => http.send(ALERT_ROUTES.deleteAlertChannel, { params: { orgId, channelId } }),

  rotateSecret: async (orgId, channelId) =>
    map(await http.call(ALERT_ROUTES.rotateAlertSecret, { params: { orgId, channelId } }), channelOf),

  takeOver: async (orgId, channelId) =>
    map(await http.call(ALERT_ROUTES.takeOverAlertChannel, { params: { orgId, channelId } }), channelOf),

  test: (orgId, channelId) => http.call(ALERT_ROUTES.testAlertChannel, { params: { orgId, channelId } }),

  deliveries: (orgId, { channelId: channel, cursor } = {}) =>
    http.call(ALERT_ROUTES.listAlertDeliveries, { params: { orgId }, query: { channel, cursor } }),

  delivery: (orgId, deliveryId) => http.call(ALERT_ROUTES.getAlertDelivery, { params: { orgId, deliveryId } }),

  replay: (orgId, deliveryId) => http.call(ALERT_ROUTES.replayAlertDelivery, { params: { orgId, deliveryId } }),
})

const channelOf = (row: CamelCased<AlertChannelResponse>): AlertChannel => ({
  recipients: [],
  rejectsAbove: 0,
  ...row,
  events: CHANNEL_EVENTS.filter((event) => row.events.includes(event)),
})

const bodyOf = ({ key, ...draft }: AlertChannelDraft) => snakeCased({ ...draft, routingKey: key })
