import type { AlertChannel } from '../../core/alerts/alert-channel.ts'

/** The display name of a channel: the host of its address, or the recipients of e-mail; otherwise its kind. */
export const channelName = ({ kind, url, recipients }: AlertChannel): string =>
  (url == null ? undefined : (URL.parse(url)?.host ?? url)) || recipients.join(', ') || kind
