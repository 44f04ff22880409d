import type { AlertChannel, AlertChannelDraft } from '../../core/alerts/alert-channel.ts'
import {
  ALERT_CHANNEL_KINDS,
  type AlertChannelKind,
  type ChannelEvent,
  type ChannelKind,
  channelKind,
  LINEAGE,
} from '../../core/catalog/alert-events.ts'
import { isChannelAddress } from '../../core/catalog/channel-address.ts'
import { defined } from '../../core/catalog/defined.ts'

/** A channel in the form. */
export interface ChannelForm {
  readonly kind: AlertChannelKind
  /** Empty: it is named after its address or its recipients. */
  readonly name: string | undefined
  readonly url: string
  /** Never shown; empty: the stored one stays. */
  readonly key: string
  /** Addresses separated by commas, spaces or lines. */
  readonly recipients: string
  readonly events: readonly ChannelEvent[]
  readonly rejectsAbove: string
  /** Absent: all flows. */
  readonly flowIds: readonly string[] | undefined
}

export const formOf = (channel: AlertChannel | undefined): ChannelForm => ({
  kind: ALERT_CHANNEL_KINDS.find((known) => known === channel?.kind) ?? 'email',
  name: channel?.name,
  url: channel?.url ?? '',
  key: '',
  recipients: channel?.recipients.join(', ') ?? '',
  events: channel?.events ?? ['failed', 'recovered', 'late'],
  rejectsAbove: `${channel?.rejectsAbove ?? 1}`,
  flowIds: channel?.flowIds,
})

/** The form has no fields for a kind of a newer server, and what a file owns is changed by the file. */
export const isEditable = ({ kind, codeFile }: AlertChannel): boolean =>
  codeFile === undefined && ALERT_CHANNEL_KINDS.some((known) => known === kind)

export type ChannelProblem = 'url' | 'key' | 'recipients' | 'events' | 'rejectsAbove' | 'flows'

/** The channel of the form, or its first problem. */
export function draftOf(form: ChannelForm, isNew: boolean): AlertChannelDraft | ChannelProblem {
  const { kind, flowIds } = form
  const { reach, hasKey, takesLineage } = channelKind(kind)
  const events = takesLineage ? ([LINEAGE] as const) : form.events
  const read = { ...readTexts(form), isNew }
  const problem = problemOf({ ...form, events }, read)
  if (problem) return problem
  return defined({
    kind,
    name: form.name?.trim(),
    url: reach === 'url' ? read.url : undefined,
    key: hasKey && read.key !== '' ? read.key : undefined,
    recipients: reach === 'recipients' ? read.recipients : [],
    events,
    rejectsAbove: form.events.includes('rejected') && !takesLineage ? read.rejectsAbove : 0,
    flowIds,
  })
}

const readTexts = ({ url, key, recipients, rejectsAbove }: ChannelForm) => ({
  url: url.trim(),
  key: key.trim(),
  recipients: recipients.split(/[\s,;]+/).filter((address) => address !== ''),
  rejectsAbove: Number(rejectsAbove.replace(',', '.')),
})

function problemOf(
  { kind, events, flowIds }: ChannelForm,
  { url, key, recipients, rejectsAbove, isNew }: ReturnType<typeof readTexts> & { readonly isNew: boolean },
): ChannelProblem | undefined {
  const { reach, hasKey, mayBePlain } = channelKind(kind)
  if (reach === 'url' && !isWebAddress(url, mayBePlain)) return 'url'
  if (hasKey === 'always' && isNew && key === '') return 'key'
  if (reach === 'recipients' && !areAddresses(recipients)) return 'recipients'
  if (events.length === 0) return 'events'
  if (events.includes('rejected') && !(rejectsAbove >= 0 && rejectsAbove < 100)) return 'rejectsAbove'
  return flowIds?.length === 0 ? 'flows' : undefined
}

function isWebAddress(text: string, mayBePlain: ChannelKind['mayBePlain']): boolean {
  const url = URL.parse(text)
  return url !== null && isChannelAddress(url, mayBePlain)
}

const areAddresses = (recipients: readonly string[]) =>
  recipients.length > 0 && recipients.every((address) => /^\S+@\S+\.\S+$/.test(address))
