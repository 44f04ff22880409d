/** The format of an event (API reference, "Ingest events"). */
export interface UsageEvent {
  readonly transaction_id: string
  readonly customer_id: string
  readonly event_type: string
  readonly timestamp: string
  readonly properties?: Readonly<Record<string, string>>
}

/** The fields of an event that a column may be mapped to; every other column becomes a property. */
export const EVENT_FIELDS = ['transaction_id', 'customer_id', 'event_type', 'timestamp'] as const

export type EventField = (typeof EVENT_FIELDS)[number]

/** How long Metronome remembers a transaction id, and the maximum age of an event; in days. */
export const DEDUPLICATION_DAYS = 34
