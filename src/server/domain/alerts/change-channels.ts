import { randomUUID } from 'node:crypto'
import { channelKind } from '../../../core/catalog/alert-events.ts'
import { sentence } from '../../../core/catalog/sentence.ts'

import {
  type AlertChannelRow,
  findAlertChannel,
  insertAlertChannel,
  listAlertChannels,
  replaceAlertSecrets,
  updateAlertChannel,
} from '../../store/alerts/alert-channels.ts'
import {
  type DeliveryPage,
  findAlertDelivery,
  listAlertDeliveries,
  messageIdOf,
} from '../../store/alerts/alert-deliveries.ts'
import { type Database, ofOrganization, type Query } from '../../store/database/database.ts'
import { countFlows } from '../../store/flows/flows.ts'
import { type AuditChange, recordAudit } from '../../store/organizations/audit.ts'
import { moveToTrash } from '../../store/trash/trash.ts'
import { channelOwner, newSecret, openSecrets, rotated, sealSecrets } from '../../vault/channel-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound } from '../request-error.ts'
import { type ChannelChoices, checkChannel } from './check-channel.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** A channel with a secret that is shown only this once. */
interface ChannelWithSecret {
  readonly channel: AlertChannelRow
  readonly secret?: string
}

export const readChannels = ofOrganization(listAlertChannels)

/** @throws RequestError not found */
export const readChannel = ofOrganization(requireChannel)

/** Newest first. @throws RequestError for a channel that is not found */
export const readDeliveries = ofOrganization(async (query, organizationId, page: DeliveryPage) => {
  if (page.channelId !== undefined) await requireChannel(query, organizationId, page.channelId)
  return listAlertDeliveries(query, organizationId, page)
})

/** With the body that was sent. @throws RequestError not found */
export const readDelivery = ofOrganization(async (query, organizationId, id: string) => {
  const delivery = await findAlertDelivery(query, organizationId, id)
  if (!delivery) throw notFound()
  return { ...delivery, message_id: messageIdOf(delivery) }
})

/** Adds a channel; a webhook gets a secret. @throws RequestError */
export const createChannel = ({ database, vault }: Deps, member: Member, choices: ChannelChoices) =>
  database.inOrganization(member.organizationId, async (query): Promise<ChannelWithSecret> => {
    const { organizationId } = member
    const values = await checkedValues(query, organizationId, choices, Boolean(choices.key))
    const id = randomUUID()
    const secret = choices.kind === 'webhook' ? newSecret() : undefined
    const present = secret ?? requiredKey(choices)
    const secrets = present === undefined ? null : sealSecrets(vault, channelOwner(organizationId, id), { present })
    const channel = { ...values, id, organization_id: organizationId, kind: choices.kind, secrets }
    await insertAlertChannel(query, channel)
    await recordChannelChange(query, member, 'created', channel)
    return { channel, ...(secret !== undefined && { secret }) }
  })

/** Changes everything of a channel except its kind and the secret of a webhook. @throws RequestError */
export const changeChannel = (
  { database, vault }: Deps,
  member: Member,
  channelId: string,
  { id, ...choices }: ChannelChoices & { readonly id: string | undefined },
): Promise<AlertChannelRow> =>
  database.inOrganization(member.organizationId, async (query) => {
    const channel = await requireChannel(query, member.organizationId, channelId)
    if (id !== undefined && id !== channel.id) throw invalid(sentence`id must be the channel’s own`, 'id')
    if (choices.kind !== channel.kind)
      throw invalid(sentence`A channel keeps its kind: add another one instead`, 'kind')
    const sendsKey = channel.secrets !== null || Boolean(choices.key)
    const changed = { ...channel, ...(await checkedValues(query, member.organizationId, choices, sendsKey)) }
    await updateAlertChannel(query, member.organizationId, channel.id, changed)
    if (choices.key) {
      const owner = channelOwner(member.organizationId, channel.id)
      await replaceAlertSecrets(query, channel.id, sealSecrets(vault, owner, { present: choices.key }))
    }
    const changes = changesOf(audited(channel), audited(changed), isAddress)
    const ofKey = choices.key ? [{ path: ['routing_key'], kind: 'changed' } as const] : []
    await recordChannelChange(query, member, 'updated', changed, [...changes, ...ofKey])
    return changed
  })

/** Moves a channel to the trash. @throws RequestError not found */
export const removeChannel = ({ database }: Deps, member: Member, channelId: string): Promise<void> =>
  database.inOrganization(member.organizationId, async (query) => {
    const channel = await requireChannel(query, member.organizationId, channelId)
    const { id, organization_id: organizationId } = channel
    await moveToTrash(query, organizationId, {
      kind: 'alert-channel',
      id,
      name: nameOf(channel),
      by: member.person.uid,
    })
    await recordChannelChange(query, member, 'deleted', channel)
  })

/** Gives a webhook a new secret; the previous one stays valid for another day. @throws RequestError */
export const rotateChannelSecret = ({ database, vault }: Deps, member: Member, channelId: string) =>
  database.inOrganization(member.organizationId, async (query): Promise<Required<ChannelWithSecret>> => {
    const channel = await requireChannel(query, member.organizationId, channelId)
    if (channel.kind !== 'webhook' || !channel.secrets)
      throw invalid(sentence`Only webhooks have a secret`, 'channelId')
    const owner = channelOwner(member.organizationId, channel.id)
    const secrets = rotated(openSecrets(vault, owner, channel.secrets), Date.now())
    await replaceAlertSecrets(query, channel.id, sealSecrets(vault, owner, secrets))
    await recordChannelChange(query, member, 'secret-renewed', channel)
    return { channel, secret: secrets.present }
  })

/** The key that the receiver gave out. @throws RequestError if the kind needs one and there is none */
function requiredKey({ kind, key }: ChannelChoices): string | undefined {
  const { hasKey } = channelKind(kind)
  if (hasKey !== 'always') return hasKey && key ? key : undefined
  if (!key) throw invalid(sentence`Enter the integration key of the service in PagerDuty`, 'routing_key')
  return key
}

async function requireChannel(query: Query, organizationId: string, id: string): Promise<AlertChannelRow> {
  const channel = await findAlertChannel(query, organizationId, id)
  if (!channel) throw notFound()
  return channel
}

async function checkedValues(query: Query, organizationId: string, choices: ChannelChoices, sendsKey: boolean) {
  const values = checkChannel(choices, sendsKey)
  const { flow_ids: flowIds } = values
  if (flowIds && (await countFlows(query, organizationId, flowIds)) < flowIds.length)
    throw invalid(sentence`A flow that was chosen does not exist any more`, 'flow_ids')
  return values
}

const audited = ({ url, recipients, events, rejects_above, flow_ids: flows }: AlertChannelRow) => ({
  ...{ url, recipients, events, rejects_above },
  flows: flows ?? 'all',
})

/** The address of a webhook may be a secret, and addresses of people must be deleted with them. */
const isAddress = ([field]: readonly string[]) => field === 'url' || field === 'recipients'

export const recordChannelChange = (
  query: Query,
  { organizationId, person }: Member,
  verb: string,
  channel: AlertChannelRow,
  changes: readonly AuditChange[] = [],
) =>
  recordAudit(query, organizationId, person, {
    action: `alert-channel.${verb}`,
    id: channel.id,
    name: nameOf(channel),
    changes,
  })

/** Only the host of an address: the rest may be a secret. */
const nameOf = ({ url, recipients }: AlertChannelRow): string =>
  url === null ? recipients.join(', ').slice(0, 200) : (URL.parse(url)?.host ?? '')
