import type { AlertChannelDraft } from '../../core/alerts/alert-channel.ts'

/** What a channel is called: a webhook by its host, e-mail by its recipients. */
export const channelName = ({ kind, url = '', recipients }: AlertChannelDraft): string =>
  kind === 'webhook' ? (URL.parse(url)?.host ?? url) : recipients.join(', ')
