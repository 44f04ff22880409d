import { sentence } from '../../../core/catalog/sentence.ts'
import {
  type AlertChannelRow,
  listAlertChannels,
  replaceAlertSecrets,
  updateAlertChannel,
} from '../../store/alerts/alert-channels.ts'
import {
  type DeliveryPage,
  findAlertDelivery,
  listAlertDeliveries,
  listLastDeliveries,
  messageIdOf,
} from '../../store/alerts/alert-deliveries.ts'
import { type Database, ofOrganization } from '../../store/database/database.ts'
import { channelOwner, openSecrets, rotated, sealSecrets } from '../../vault/channel-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound, unknownCursor } from '../request-error.ts'
import type { ChannelChoices } from './check-channel.ts'
import {
  addChannel,
  type ChannelWithSecret,
  recordChannelChange,
  refuseOwnedChannel,
  requireChannel,
  saveChannel,
  trashChannel,
} from './save-channel.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** Each with the last message that it was sent. */
export const readChannels = ofOrganization(async (query, organizationId) => {
  const lastDeliveries = new Map(
    (await listLastDeliveries(query, organizationId)).map((delivery) => [delivery.channel_id, delivery]),
  )
  return (await listAlertChannels(query, organizationId)).map((channel) => ({
    channel,
    last: lastDeliveries.get(channel.id),
  }))
})

/** @throws RequestError not found */
export const readChannel = ofOrganization(requireChannel)

/** Newest first. @throws RequestError for a channel that is not found, and for an unknown cursor */
export const readDeliveries = ofOrganization(async (query, organizationId, page: DeliveryPage) => {
  if (page.channelId !== undefined) await requireChannel(query, organizationId, page.channelId)
  const deliveries = await listAlertDeliveries(query, organizationId, page)
  if (deliveries.length > 0 || page.after === undefined) return deliveries
  if (!(await findAlertDelivery(query, organizationId, page.after))) throw unknownCursor()
  return deliveries
})

/** With the body that was sent. @throws RequestError not found */
export const readDelivery = ofOrganization(async (query, organizationId, id: string) => {
  const delivery = await findAlertDelivery(query, organizationId, id)
  if (!delivery) throw notFound()
  return { ...delivery, message_id: messageIdOf(delivery) }
})

/** Adds a channel; a webhook gets a secret. @throws RequestError */
export const createChannel = (
  { database, vault }: Deps,
  member: Member,
  choices: ChannelChoices,
): Promise<ChannelWithSecret> =>
  database.inOrganization(member.organizationId, (query) => addChannel({ query, vault }, member, choices))

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
    return (await saveChannel({ query, vault }, member, channel, choices)).channel
  })

/** Moves a channel to the trash. @throws RequestError not found */
export const removeChannel = ({ database }: Deps, member: Member, channelId: string): Promise<void> =>
  database.inOrganization(member.organizationId, (query) => trashChannel(query, member, channelId))

/** Ends that a file owns a channel. @throws RequestError not found */
export const takeOverChannel = ({ database }: Deps, member: Member, channelId: string): Promise<AlertChannelRow> =>
  database.inOrganization(member.organizationId, async (query) => {
    const channel = await requireChannel(query, member.organizationId, channelId)
    const { code_file: file } = channel
    if (file === null) return channel
    const changed = { ...channel, code_file: null }
    await updateAlertChannel(query, member.organizationId, channel.id, changed)
    await recordChannelChange(query, member, 'updated', changed, [{ path: ['owned_by'], kind: 'removed', from: file }])
    return changed
  })

/** Gives a webhook a new secret; the previous one stays valid for another day. @throws RequestError */
export const rotateChannelSecret = ({ database, vault }: Deps, member: Member, channelId: string) =>
  database.inOrganization(member.organizationId, async (query): Promise<Required<ChannelWithSecret>> => {
    const channel = await requireChannel(query, member.organizationId, channelId)
    if (channel.kind !== 'webhook' || !channel.secrets)
      throw invalid(sentence`Only webhooks have a secret`, 'channelId')
    refuseOwnedChannel(channel)
    const owner = channelOwner(member.organizationId, channel.id)
    const secrets = rotated(openSecrets(vault, owner, channel.secrets), Date.now())
    await replaceAlertSecrets(query, channel.id, sealSecrets(vault, owner, secrets))
    await recordChannelChange(query, member, 'secret-renewed', channel)
    return { channel, secret: secrets.present }
  })
