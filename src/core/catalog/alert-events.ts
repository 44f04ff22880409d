/** Events of a flow about which an organization can be notified, each once when it starts. */
export const ALERT_EVENTS = [
  'failed',
  /** It succeeds again, after a failure or after it was late. */
  'recovered',
  /** Its last success is older than its freshness. */
  'late',
  /** A larger share of a run's rows was rejected than the channel tolerates. */
  'rejected',
] as const

export type AlertEvent = (typeof ALERT_EVENTS)[number]

export const ALERT_CHANNEL_KINDS = ['email', 'webhook'] as const

export type AlertChannelKind = (typeof ALERT_CHANNEL_KINDS)[number]

/** The maximum freshness: a year. */
export const LONGEST_FRESHNESS_MINUTES = 525_600
