/** Events of a flow about which an organization can be notified, each once when it starts. */
export const ALERT_EVENTS = [
  'failed',
  /** It succeeds again, after a failure or after it was late. */
  'recovered',
  /** Its last success is older than its freshness. */
  'late',
  /** A larger share of a run's rows was rejected than the channel tolerates. */
  'rejected',
  /** Four fifths of a month's budget are used. */
  'budget',
  /** A run has brought all of its tables: every time. */
  'succeeded',
] as const

export type AlertEvent = (typeof ALERT_EVENTS)[number]

interface ChannelKind {
  /** What a message is sent to. */
  readonly reach: 'recipients' | 'url'
  /** Whether the receiver gives out a key, which is sealed like a password. */
  readonly hasKey?: true
  /** The address unless somebody enters another. */
  readonly url?: string
}

/** Where messages are sent, each in its own form. */
export const ALERT_CHANNELS = {
  email: { reach: 'recipients' },
  slack: { reach: 'url' },
  teams: { reach: 'url' },
  pagerduty: { reach: 'url', hasKey: true, url: 'https://events.pagerduty.com/v2/enqueue' },
  /** In our own form, signed. */
  webhook: { reach: 'url' },
} as const satisfies Record<string, ChannelKind>

export type AlertChannelKind = keyof typeof ALERT_CHANNELS

export const ALERT_CHANNEL_KINDS = Object.keys(ALERT_CHANNELS) as AlertChannelKind[]

export const channelKind = (kind: AlertChannelKind): ChannelKind => ALERT_CHANNELS[kind]

/** The maximum freshness: a year. */
export const LONGEST_FRESHNESS_MINUTES = 525_600
