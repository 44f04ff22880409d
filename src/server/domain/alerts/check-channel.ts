import { type AlertChannelKind, type AlertEvent, channelKind } from '../../../core/catalog/alert-events.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { AlertChannelValues } from '../../store/alerts/alert-channels.ts'
import { invalid } from '../request-error.ts'

/** A channel as requested. */
export interface ChannelChoices {
  readonly kind: AlertChannelKind
  readonly url: string | undefined
  /** Only for a kind with a key. */
  readonly key: string | undefined
  readonly recipients: readonly string[]
  readonly events: readonly AlertEvent[]
  readonly rejectsAbove: number
  /** Absent: all flows. */
  readonly flowIds: readonly string[] | null
}

/** A channel as it is stored. @throws RequestError that names the field that does not fit the channel's kind */
export function checkChannel({ kind, url, key, recipients, ...rest }: ChannelChoices): AlertChannelValues {
  const shared = {
    events: [...new Set(rest.events)],
    rejects_above: rest.rejectsAbove,
    flow_ids: rest.flowIds && [...new Set(rest.flowIds)],
  }
  const { reach, hasKey, url: usual = '' } = channelKind(kind)
  if (key !== undefined && !hasKey) throw invalid(sentence`Only PagerDuty has an integration key`, 'routing_key')
  if (reach === 'url') return { ...shared, url: checkWebhookUrl(url || usual), recipients: [] }
  if (recipients.length === 0) throw invalid(sentence`Enter at least one e-mail address`, 'recipients')
  return { ...shared, url: null, recipients: [...new Set(recipients)] }
}

function checkWebhookUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:' || url.hostname === '')
    throw invalid(sentence`Enter an address that begins with https://`, 'url')
  if (url.username !== '' || url.password !== '')
    throw invalid(sentence`Leave name and password out of the address: the signature says who sends`, 'url')
  url.hash = ''
  return url.href
}
