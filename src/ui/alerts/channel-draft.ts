import type { AlertChannel, AlertChannelDraft } from '../../core/alerts/alert-channel.ts'
import { ALERT_CHANNEL_KINDS, type AlertChannelKind, type AlertEvent } from '../../core/catalog/alert-events.ts'

/** A channel in the form. */
export interface ChannelForm {
  readonly kind: AlertChannelKind
  readonly url: string
  /** Addresses separated by commas, spaces or lines. */
  readonly recipients: string
  readonly events: readonly AlertEvent[]
  readonly rejectsAbove: string
  /** Absent: all flows. */
  readonly flowIds: readonly string[] | undefined
}

export const formOf = (channel: AlertChannel | undefined): ChannelForm => ({
  kind: ALERT_CHANNEL_KINDS.find((known) => known === channel?.kind) ?? 'email',
  url: channel?.url ?? '',
  recipients: channel?.recipients.join(', ') ?? '',
  events: channel?.events ?? ['failed', 'recovered', 'late'],
  rejectsAbove: `${channel?.rejectsAbove ?? 1}`,
  flowIds: channel?.flowIds,
})

/** The form has no fields for a kind of a newer server. */
export const isEditable = ({ kind }: AlertChannel): boolean => ALERT_CHANNEL_KINDS.some((known) => known === kind)

export type ChannelProblem = 'url' | 'recipients' | 'events' | 'rejectsAbove' | 'flows'

/** The channel of the form, or its first problem. */
export function draftOf(form: ChannelForm): AlertChannelDraft | ChannelProblem {
  const { kind, events, flowIds } = form
  const url = form.url.trim()
  const recipients = form.recipients.split(/[\s,;]+/).filter((address) => address !== '')
  const rejectsAbove = Number(form.rejectsAbove.replace(',', '.'))
  if (kind === 'webhook' && !isWebAddress(url)) return 'url'
  if (kind === 'email' && !areAddresses(recipients)) return 'recipients'
  if (events.length === 0) return 'events'
  if (events.includes('rejected') && !(rejectsAbove >= 0 && rejectsAbove < 100)) return 'rejectsAbove'
  if (flowIds?.length === 0) return 'flows'
  return {
    kind,
    ...(kind === 'webhook' && { url }),
    recipients: kind === 'email' ? recipients : [],
    events,
    rejectsAbove: events.includes('rejected') ? rejectsAbove : 0,
    ...(flowIds && { flowIds }),
  }
}

const isWebAddress = (url: string) => url.startsWith('https://') && URL.canParse(url)

const areAddresses = (recipients: readonly string[]) =>
  recipients.length > 0 && recipients.every((address) => /^\S+@\S+\.\S+$/.test(address))
