/** What an organization can be told of a flow, each once when it becomes so. */
export const ALERT_EVENTS = [
  'failed',
  /** It succeeds again, after a failure or while it was late. */
  'recovered',
  /** Its last success is older than was promised. */
  'late',
  /** More of a run's rows were rejected than the channel tolerates. */
  'rejected',
] as const

export type AlertEvent = (typeof ALERT_EVENTS)[number]

export const ALERT_CHANNEL_KINDS = ['email', 'webhook'] as const

export type AlertChannelKind = (typeof ALERT_CHANNEL_KINDS)[number]

/** How long a promise of freshness may be: a year. */
export const LONGEST_FRESHNESS_MINUTES = 525_600
