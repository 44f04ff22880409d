import type { AlertChannelDraft } from '../../core/alerts/alert-channel.ts'

/** The display name of a channel: a webhook's host, or the recipients of e-mail. */
export const channelName = ({ kind, url = '', recipients }: AlertChannelDraft): string =>
  kind === 'webhook' ? (URL.parse(url)?.host ?? url) : recipients.join(', ')
