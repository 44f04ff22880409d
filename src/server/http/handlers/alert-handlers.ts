import { randomUUID } from 'node:crypto'
import { checkChannel } from '../../domain/alerts/check-channel.ts'
import { invalid, notFound } from '../../domain/request-error.ts'
import {
  type AlertChannelRow,
  deleteAlertChannel,
  findAlertChannel,
  insertAlertChannel,
  listAlertChannels,
  replaceAlertSecrets,
  updateAlertChannel,
} from '../../store/alerts/alert-channels.ts'
import { type AlertDeliveryRow, listAlertDeliveries } from '../../store/alerts/alert-deliveries.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { countFlows } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  type ChannelSecrets,
  channelOwner,
  newSecret,
  openSecrets,
  rotated,
  sealSecrets,
} from '../../vault/channel-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import type { TestAlert } from '../../worker/alerts/test-alert.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly testAlert: TestAlert
  /** Whether this server has a mail server. */
  readonly isEmailAvailable: boolean
}

const PAGE = 50

export const alertHandlers = ({ database, vault, testAlert, isEmailAvailable }: Deps) =>
  ({
    listAlertChannels: async ({ member: { organizationId } }) => {
      const rows = await database.inOrganization(organizationId, (query) => listAlertChannels(query, organizationId))
      return { channels: rows.map(channelToWire), email_available: isEmailAvailable }
    },

    createAlertChannel: ({ member: { organizationId }, principal, body }) =>
      database.inOrganization(organizationId, async (query) => {
        const values = await checkedValues(query, organizationId, body)
        const id = randomUUID()
        const secrets: ChannelSecrets | undefined = body.kind === 'webhook' ? { present: newSecret() } : undefined
        const row: AlertChannelRow = {
          ...values,
          id,
          organization_id: organizationId,
          kind: body.kind,
          secrets: secrets ? sealSecrets(vault, channelOwner(organizationId, id), secrets) : null,
        }
        await insertAlertChannel(query, row)
        await recordAudit(query, organizationId, principal, { action: 'alert-channel.created', id, name: nameOf(row) })
        return { ...channelToWire(row), ...(secrets && { secret: secrets.present }) }
      }),

    updateAlertChannel: ({ member: { organizationId }, principal, params, body }) =>
      database.inOrganization(organizationId, async (query) => {
        const channel = await requireChannel(query, organizationId, params['channelId'])
        if (body.id !== undefined && body.id !== channel.id) throw invalid('id must be the channel’s own', 'id')
        if (body.kind !== channel.kind) throw invalid('A channel keeps its kind: add another one instead', 'kind')
        const changed = { ...channel, ...(await checkedValues(query, organizationId, body)) }
        await updateAlertChannel(query, organizationId, channel.id, changed)
        await recordAudit(query, organizationId, principal, {
          action: 'alert-channel.updated',
          id: channel.id,
          name: nameOf(changed),
        })
        return channelToWire(changed)
      }),

    deleteAlertChannel: ({ member: { organizationId }, principal, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const channel = await requireChannel(query, organizationId, params['channelId'])
        await deleteAlertChannel(query, organizationId, channel.id)
        await recordAudit(query, organizationId, principal, {
          action: 'alert-channel.deleted',
          id: channel.id,
          name: nameOf(channel),
        })
        return undefined
      }),

    rotateAlertSecret: ({ member: { organizationId }, principal, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const channel = await requireChannel(query, organizationId, params['channelId'])
        if (!channel.secrets) throw invalid('Only webhooks have a secret', 'channelId')
        const owner = channelOwner(organizationId, channel.id)
        const secrets = rotated(openSecrets(vault, owner, channel.secrets), Date.now())
        await replaceAlertSecrets(query, channel.id, sealSecrets(vault, owner, secrets))
        await recordAudit(query, organizationId, principal, {
          action: 'alert-channel.secret-renewed',
          id: channel.id,
          name: nameOf(channel),
        })
        return { ...channelToWire(channel), secret: secrets.present }
      }),

    testAlertChannel: async ({ member: { organizationId }, params, request }) => {
      const channel = await database.inOrganization(organizationId, (query) =>
        requireChannel(query, organizationId, params['channelId']),
      )
      return deliveryToWire(await testAlert(channel, request.signal))
    },

    listAlertDeliveries: async ({ member: { organizationId }, query: { cursor } }) => {
      const rows = await database.inOrganization(organizationId, (query) =>
        listAlertDeliveries(query, organizationId, cursor, PAGE),
      )
      return {
        deliveries: rows.map(deliveryToWire),
        next_cursor: rows.length === PAGE ? (rows.at(-1)?.id ?? null) : null,
      }
    },
  }) satisfies Partial<Handlers>

async function requireChannel(query: Query, organizationId: string, id = ''): Promise<AlertChannelRow> {
  const channel = await findAlertChannel(query, organizationId, id)
  if (!channel) throw notFound()
  return channel
}

async function checkedValues(query: Query, organizationId: string, body: Parameters<typeof checkChannel>[0]) {
  const values = checkChannel(body)
  const { flow_ids: flowIds } = values
  if (flowIds && (await countFlows(query, organizationId, flowIds)) < flowIds.length)
    throw invalid('A flow that was chosen does not exist any more', 'flow_ids')
  return values
}

/** Of a webhook the host alone: the rest of its address may be a secret of its own. */
const nameOf = ({ kind, url, recipients }: Pick<AlertChannelRow, 'kind' | 'url' | 'recipients'>): string =>
  kind === 'webhook' ? (URL.parse(url ?? '')?.host ?? '') : recipients.join(', ').slice(0, 200)

const channelToWire = ({ id, kind, url, recipients, events, rejects_above, flow_ids }: AlertChannelRow) => ({
  id,
  kind,
  url,
  recipients: [...recipients],
  events: [...events],
  rejects_above,
  flow_ids: flow_ids && [...flow_ids],
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
})
