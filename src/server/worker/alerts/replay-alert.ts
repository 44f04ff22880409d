import { channelKind } from '../../../core/catalog/alert-events.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { ReplayAlert } from '../../domain/alerts/alert-sending.ts'
import { recordChannelChange } from '../../domain/alerts/save-channel.ts'
import { invalid, notFound } from '../../domain/request-error.ts'
import { findAlertChannel } from '../../store/alerts/alert-channels.ts'
import { claimAlertDelivery, findAlertDelivery, insertReplay } from '../../store/alerts/alert-deliveries.ts'
import { type FinalizeAlertDeps, finalizeAlert } from './finalize-alert.ts'

export const makeReplayAlert =
  (deps: FinalizeAlertDeps): ReplayAlert =>
  async (member, deliveryId, end) => {
    const { organizationId } = member
    const { channel, delivery } = await deps.database.inOrganization(organizationId, async (query) => {
      const known = await findAlertDelivery(query, organizationId, deliveryId)
      const channel = known && (await findAlertChannel(query, organizationId, known.channel_id))
      if (!channel) throw notFound()
      // Mail programs show messages with the same id only once, and events for a catalogue are not stored.
      if (channelKind(channel.kind).isSentOnce)
        throw invalid(sentence`A message to this kind of channel is not sent again`, 'deliveryId')
      const delivery = (await claimAlertDelivery(query, known.id)) ?? (await insertReplay(query, known))
      await recordChannelChange(query, member, 'sent-again', channel)
      return { channel, delivery }
    })
    return finalizeAlert(deps, channel, delivery, end)
  }
