import type { AlertChannelRequest } from '../../../contract/requests/alerts.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { ReplayAlert, TestAlert } from '../../domain/alerts/alert-sending.ts'
import { changeAlertedFlows } from '../../domain/alerts/alerted-flows.ts'
import {
  changeChannel,
  createChannel,
  readChannel,
  readChannels,
  readDeliveries,
  readDelivery,
  removeChannel,
  rotateChannelSecret,
  takeOverChannel,
} from '../../domain/alerts/change-channels.ts'
import type { ChannelChoices } from '../../domain/alerts/check-channel.ts'
import type { AlertChannelRow } from '../../store/alerts/alert-channels.ts'
import type { AlertDeliveryRow, LastDeliveryRow } from '../../store/alerts/alert-deliveries.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly testAlert: TestAlert
  readonly replayAlert: ReplayAlert
  /** Whether this server has a mail server. */
  readonly isEmailAvailable: boolean
}

const PAGE = 50

export const alertHandlers = ({ database, vault, testAlert, replayAlert, isEmailAvailable }: Deps) =>
  ({
    listAlertChannels: async ({ member: { organizationId } }) => ({
      channels: (await readChannels(database, organizationId)).map(({ channel, last }) => ({
        ...channelToWire(channel),
        ...defined({ last_delivery: last && lastToWire(last) }),
      })),
      email_available: isEmailAvailable,
    }),

    createAlertChannel: async ({ member, body }) => {
      const { channel, ...shown } = await createChannel({ database, vault }, member, choicesFrom(body))
      return { ...channelToWire(channel), ...shown }
    },

    updateAlertChannel: async ({ member, params, body }) => {
      const choices = { ...choicesFrom(body), id: body.id }
      return channelToWire(await changeChannel({ database, vault }, member, params['channelId'] ?? '', choices))
    },

    changeAlertedFlows: async ({ member, body: { flow_ids: flowIds, channels } }) => {
      const chosen = channels.map(({ id, is_alerted: isAlerted }) => ({ id, isAlerted }))
      await changeAlertedFlows(database, member, { flowIds, channels: chosen })
      return undefined
    },

    deleteAlertChannel: async ({ member, params }) => {
      await removeChannel({ database, vault }, member, params['channelId'] ?? '')
      return undefined
    },

    takeOverAlertChannel: async ({ member, params }) =>
      channelToWire(await takeOverChannel({ database, vault }, member, params['channelId'] ?? '')),

    rotateAlertSecret: async ({ member, params }) => {
      const { channel, secret } = await rotateChannelSecret({ database, vault }, member, params['channelId'] ?? '')
      return { ...channelToWire(channel), secret }
    },

    testAlertChannel: async ({ member: { organizationId }, params, request }) => {
      const channel = await readChannel(database, organizationId, params['channelId'] ?? '')
      return deliveryToWire(await testAlert(channel, request.signal))
    },

    listAlertDeliveries: async ({ member: { organizationId }, query: { cursor, channel } }) => {
      const page = { channelId: channel, after: cursor, limit: PAGE }
      const rows = await readDeliveries(database, organizationId, page)
      return {
        deliveries: rows.map(deliveryToWire),
        next_cursor: rows.length === PAGE ? (rows.at(-1)?.id ?? null) : null,
      }
    },

    getAlertDelivery: async ({ member: { organizationId }, params }) => {
      const row = await readDelivery(database, organizationId, params['deliveryId'] ?? '')
      return { ...deliveryToWire(row), message_id: row.message_id, ...defined({ body: row.body ?? undefined }) }
    },

    replayAlertDelivery: async ({ member, params, request }) =>
      deliveryToWire(await replayAlert(member, params['deliveryId'] ?? '', request.signal)),
  }) satisfies Partial<Handlers>

const choicesFrom = ({ kind, url, recipients, events, ...rest }: AlertChannelRequest): ChannelChoices => ({
  key: rest.routing_key,
  kind,
  url: url ?? undefined,
  recipients: recipients ?? [],
  events,
  rejectsAbove: rest.rejects_above ?? 0,
  flowIds: rest.flow_ids ?? null,
  // Older programs do not know names.
  ...defined({ name: rest.name === undefined ? undefined : rest.name || null }),
})

const channelToWire = ({ id, kind, url, recipients, events, rejects_above, flow_ids, ...row }: AlertChannelRow) => ({
  id,
  kind,
  url,
  recipients: [...recipients],
  events: [...events],
  rejects_above,
  flow_ids: flow_ids && [...flow_ids],
  ...defined({ name: row.name ?? undefined, code_file: row.code_file ?? undefined }),
})

const lastToWire = ({ id, state, tried_at, status, answer, answer_sentence }: LastDeliveryRow) => ({
  id,
  state,
  tried_at: tried_at.toISOString(),
  status,
  answer,
  ...defined({ answer_sentence: answer_sentence ?? undefined }),
})

const deliveryToWire = (row: AlertDeliveryRow) => ({
  id: row.id,
  channel_id: row.channel_id,
  event: row.event,
  flow: row.message.flow ?? null,
  state: row.state,
  attempts: row.attempts,
  raised_at: row.raised_at.toISOString(),
  tried_at: row.tried_at?.toISOString() ?? null,
  next_try_at: row.next_try_at?.toISOString() ?? null,
  status: row.status,
  answer: row.answer,
  ...defined({
    answer_sentence: row.answer_sentence ?? undefined,
    took_ms: row.took_ms ?? undefined,
    replay_of: row.replay_of ?? undefined,
  }),
})
