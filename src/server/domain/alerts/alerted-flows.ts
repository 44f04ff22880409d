import { MAX_ALERTED_FLOWS } from '../../../core/catalog/alert-events.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type AlertChannelRow, lockAlertChannels, updateAlertChannel } from '../../store/alerts/alert-channels.ts'
import type { Database } from '../../store/database/database.ts'
import { countFlows } from '../../store/flows/flows.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound } from '../request-error.ts'
import { nameOfChannel, recordChannelChange, refuseOwnedChannel } from './save-channel.ts'

interface AlertedFlows {
  readonly flowIds: readonly string[]
  readonly channels: readonly { readonly id: string; readonly isAlerted: boolean }[]
}

/**
 * Starts or stops alerts of channels about these flows; the other flows of each stay, also those that somebody chooses meanwhile.
 * @throws RequestError; then no channel has changed
 */
export const changeAlertedFlows = (
  database: Database,
  member: Member,
  { flowIds, channels }: AlertedFlows,
): Promise<void> =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId } = member
    const wanted = new Map(channels.map(({ id, isAlerted }) => [id, isAlerted]))
    const ids = [...new Set(flowIds)]
    const isAlerted = channels.some((channel) => channel.isAlerted)
    if (isAlerted && (await countFlows(query, organizationId, ids)) < ids.length)
      throw invalid(sentence`A flow that was chosen does not exist any more`, 'flow_ids')
    const found = await lockAlertChannels(query, organizationId, [...wanted.keys()])
    if (found.length < wanted.size) throw notFound()
    for (const channel of found) {
      refuseOwnedChannel(channel)
      const flows = flowsAfter(channel, ids, wanted.get(channel.id) ?? false)
      const changes = changesOf({ flows: channel.flow_ids }, { flows })
      if (changes.length === 0) continue
      await updateAlertChannel(query, organizationId, channel.id, { ...channel, flow_ids: flows })
      await recordChannelChange(query, member, 'updated', channel, changes)
    }
  })

/** Null: it tells of all flows, so also of these. */
function flowsAfter(channel: AlertChannelRow, ids: readonly string[], isAlerted: boolean): readonly string[] | null {
  const { flow_ids: known } = channel
  if (known === null && isAlerted) return known
  const name = nameOfChannel(channel)
  if (known === null) throw invalid(sentence`${name} tells of all flows`, 'channels')
  const others = known.filter((id) => !ids.includes(id))
  const flows = isAlerted ? [...known, ...ids.filter((id) => !known.includes(id))] : others
  if (flows.length === 0) throw invalid(sentence`${name} would tell of no flow: remove the channel instead`, 'channels')
  if (flows.length > MAX_ALERTED_FLOWS)
    throw invalid(sentence`${name} would tell of more than ${MAX_ALERTED_FLOWS} flows`, 'channels')
  return flows
}
