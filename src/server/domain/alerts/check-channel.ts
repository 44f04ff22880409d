import {
  type AlertChannelKind,
  type ChannelEvent,
  type ChannelKind,
  channelKind,
  LINEAGE,
} from '../../../core/catalog/alert-events.ts'
import { isChannelAddress } from '../../../core/catalog/channel-address.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { AlertChannelValues } from '../../store/alerts/alert-channels.ts'
import { invalid } from '../request-error.ts'

/** A channel as requested. */
export interface ChannelChoices {
  readonly kind: AlertChannelKind
  readonly url: string | undefined
  /** Only for a kind with a key; empty or absent in a change: the stored one stays. */
  readonly key: string | undefined
  readonly recipients: readonly string[]
  readonly events: readonly ChannelEvent[]
  readonly rejectsAbove: number
  /** Absent: all flows. */
  readonly flowIds: readonly string[] | null
  /** Null: it is named after its address or its recipients; absent in a change: it stays. */
  readonly name?: string | null | undefined
}

/**
 * A channel as it is stored. @param sendsKey whether a key is sent to its address
 * @throws RequestError that names the field that does not fit the channel's kind
 */
export function checkChannel(
  { kind, url, key, recipients, ...rest }: ChannelChoices,
  sendsKey: boolean,
): Omit<AlertChannelValues, 'name' | 'code_file'> {
  const { reach, hasKey, mayBePlain, takesLineage = false, url: usual = '' } = channelKind(kind)
  if (rest.events.includes(LINEAGE) !== takesLineage || (takesLineage && rest.events.length > 1))
    throw invalid(
      takesLineage
        ? sentence`OpenLineage is told the lineage of runs, and nothing else`
        : sentence`Only OpenLineage is told the lineage of runs`,
      'events',
    )
  const shared = {
    events: [...new Set(rest.events)],
    rejects_above: rest.rejectsAbove,
    flow_ids: rest.flowIds && [...new Set(rest.flowIds)],
  }
  if (key !== undefined && !hasKey) throw invalid(sentence`Only PagerDuty and OpenLineage have a key`, 'routing_key')
  if (reach === 'here') return { ...shared, url: null, recipients: [] }
  if (reach === 'url')
    return {
      ...shared,
      url: takesLineage ? lineageUrl(url ?? '', sendsKey) : checkWebhookUrl(url || usual, mayBePlain),
      recipients: [],
    }
  if (recipients.length === 0) throw invalid(sentence`Enter at least one e-mail address`, 'recipients')
  return { ...shared, url: null, recipients: [...new Set(recipients)] }
}

/** Where the clients of OpenLineage send to, on a server whose address has no path. */
const LINEAGE_PATH = '/api/v1/lineage'

/** A key does not travel readable by others. */
function lineageUrl(text: string, sendsKey: boolean): string {
  const url = new URL(checkWebhookUrl(text, sendsKey ? undefined : 'anywhere'))
  if (url.pathname === '/') url.pathname = LINEAGE_PATH
  return url.href
}

function checkWebhookUrl(text: string, mayBePlain: ChannelKind['mayBePlain']): string {
  const url = URL.parse(text.trim())
  if (!url || !isChannelAddress(url, mayBePlain)) throw invalid(addressRule(mayBePlain), 'url')
  if (url.username !== '' || url.password !== '')
    throw invalid(sentence`Leave name and password out of the address: the signature says who sends`, 'url')
  url.hash = ''
  return url.href
}

function addressRule(mayBePlain: ChannelKind['mayBePlain']): Sentence {
  switch (mayBePlain) {
    case undefined:
      return sentence`Enter an address that begins with https://`
    case 'nearby':
      return sentence`Enter an address that begins with https://. In the network of this server, http:// will do.`
    case 'anywhere':
      return sentence`Enter an address that begins with https:// or http://`
  }
}
