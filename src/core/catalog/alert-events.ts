/** Events of a flow about which an organization can be notified, each once when it starts. */
export const FLOW_EVENTS = [
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

type FlowEvent = (typeof FLOW_EVENTS)[number]

/** Ends of runs beside success, every time: for programs that follow each run. */
export const RUN_EVENTS = [
  'run.failed',
  'run.partially_succeeded',
  'run.cancelled',
  /** Its schedule was due while the previous run was still running. */
  'run.skipped',
] as const

type RunEvent = (typeof RUN_EVENTS)[number]

export const ALERT_EVENTS = [...FLOW_EVENTS, ...RUN_EVENTS] as const

export type AlertEvent = FlowEvent | RunEvent

/** How a message names its event (docs/alerts.md). */
export type AlertType = `flow.${Exclude<FlowEvent, 'succeeded'>}` | 'run.succeeded' | RunEvent

const isRunEvent = (event: AlertEvent): event is RunEvent => RUN_EVENTS.some((known) => known === event)

export function alertTypeOf(event: AlertEvent): AlertType {
  // Channels had this event before the others of runs.
  if (event === 'succeeded') return 'run.succeeded'
  return isRunEvent(event) ? event : `flow.${event}`
}

/** The event of channels that are told from which tables and columns each run has made others: every time. */
export const LINEAGE = 'lineage'

/** The most flows of a channel that does not tell of all. */
export const MAX_ALERTED_FLOWS = 1_000

/** Everything to which a channel can be subscribed. */
export const CHANNEL_EVENTS = [...ALERT_EVENTS, LINEAGE] as const

export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

export const DELIVERY_STATES = ['waiting', 'delivered', 'given-up'] as const

export type DeliveryState = (typeof DELIVERY_STATES)[number]

export interface ChannelKind {
  /** What a message is sent to. */
  readonly reach: 'recipients' | 'url' | 'here'
  /** Whether the receiver gives out a key, which is sealed like a password. */
  readonly hasKey?: 'always' | 'perhaps'
  /** Programs in the same network may have no certificate: `nearby` only they, `anywhere` others too. */
  readonly mayBePlain?: 'nearby' | 'anywhere'
  /** It is told the lineage of runs, and nothing else. */
  readonly takesLineage?: true
  /** What was sent is neither kept nor sent again: a repeat would be hidden, or is long. */
  readonly isSentOnce?: true
  /** The address unless somebody enters another. */
  readonly url?: string
}

/** Where messages are sent, each in its own form. */
export const ALERT_CHANNELS = {
  email: { reach: 'recipients', isSentOnce: true },
  slack: { reach: 'url' },
  teams: { reach: 'url' },
  pagerduty: { reach: 'url', hasKey: 'always', url: 'https://events.pagerduty.com/v2/enqueue' },
  /** In our own form, signed. */
  webhook: { reach: 'url', mayBePlain: 'nearby' },
  /** Kept in Millrace itself, to try out what a receiver would be told. */
  inbox: { reach: 'here' },
  /** A data catalogue, such as Marquez, DataHub or OpenMetadata. */
  openlineage: { reach: 'url', hasKey: 'perhaps', mayBePlain: 'anywhere', takesLineage: true, isSentOnce: true },
} as const satisfies Record<string, ChannelKind>

export type AlertChannelKind = keyof typeof ALERT_CHANNELS

export const ALERT_CHANNEL_KINDS = Object.keys(ALERT_CHANNELS) as AlertChannelKind[]

export const channelKind = (kind: AlertChannelKind): ChannelKind => ALERT_CHANNELS[kind]

/** The maximum freshness: a year. */
export const LONGEST_FRESHNESS_MINUTES = 525_600
