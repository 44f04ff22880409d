import type { AlertChannelRequest } from '../../../contract/requests/alerts.ts'
import type { AlertChannelValues } from '../../store/alerts/alert-channels.ts'
import { invalid } from '../request-error.ts'

/** A channel as it is kept. @throws RequestError that names the field which does not fit the channel's kind */
export function checkChannel({ kind, url, recipients = [], ...rest }: AlertChannelRequest): AlertChannelValues {
  const shared = {
    events: [...new Set(rest.events)],
    rejects_above: rest.rejects_above ?? 0,
    flow_ids: rest.flow_ids ? [...new Set(rest.flow_ids)] : null,
  }
  if (kind === 'webhook') return { ...shared, url: checkWebhookUrl(url ?? ''), recipients: [] }
  if (recipients.length === 0) throw invalid('Enter at least one e-mail address', 'recipients')
  return { ...shared, url: null, recipients: [...new Set(recipients)] }
}

function checkWebhookUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:' || url.hostname === '')
    throw invalid('Enter an address that begins with https://', 'url')
  if (url.username !== '' || url.password !== '')
    throw invalid('Leave name and password out of the address: the signature says who sends', 'url')
  url.hash = ''
  return url.href
}
