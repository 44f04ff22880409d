import type { AlertChannel } from '../../core/alerts/alert-channel.ts'

/** The name of a channel: its own, or the host of its address, or the recipients of e-mail; otherwise its kind. */
export const channelName = ({ name, kind, url, recipients }: AlertChannel): string =>
  name || (url == null ? undefined : (URL.parse(url)?.host ?? url)) || recipients.join(', ') || kind
