import { channelKind } from '../../../core/catalog/alert-events.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { recordChannelChange } from '../../domain/alerts/save-channel.ts'
import type { Member } from '../../domain/members/member.ts'
import { invalid, notFound } from '../../domain/request-error.ts'
import { findAlertChannel } from '../../store/alerts/alert-channels.ts'
import {
  type AlertDeliveryRow,
  claimAlertDelivery,
  findAlertDelivery,
  insertReplay,
} from '../../store/alerts/alert-deliveries.ts'
import { type FinalizeAlertDeps, finalizeAlert } from './finalize-alert.ts'

/**
 * Sends the message of a delivery again at once, under the same id: one that still waits is tried now, of any other there is a new delivery.
 * @returns the delivery with the receiver's answer
 * @throws RequestError not found; invalid for e-mail and catalogues
 */
export type ReplayAlert = (member: Member, deliveryId: string, end: AbortSignal) => Promise<AlertDeliveryRow>

export const makeReplayAlert =
  (deps: FinalizeAlertDeps): ReplayAlert =>
  async (member, deliveryId, end) => {
    const { organizationId } = member
    const { channel, delivery } = await deps.database.inOrganization(organizationId, async (query) => {
      const known = await findAlertDelivery(query, organizationId, deliveryId)
      const channel = known && (await findAlertChannel(query, organizationId, known.channel_id))
      if (!channel) throw notFound()
      // Mail programs show a message of the same id once, and what a catalogue was told is not kept.
      if (channelKind(channel.kind).isSentOnce)
        throw invalid(sentence`A message to this kind of channel is not sent again`, 'deliveryId')
      const delivery = (await claimAlertDelivery(query, known.id)) ?? (await insertReplay(query, known))
      await recordChannelChange(query, member, 'sent-again', channel)
      return { channel, delivery }
    })
    return finalizeAlert(deps, channel, delivery, end)
  }
