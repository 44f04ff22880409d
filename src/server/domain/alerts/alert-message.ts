import type { AlertEvent } from '../../../core/catalog/alert-events.ts'
import type { Words } from '../../../core/catalog/words.ts'

/** What a channel is told; a webhook's body, documented in docs/alerts.md. */
export interface AlertMessage {
  readonly type: `flow.${AlertEvent}` | 'test'
  /** ISO 8601, UTC. */
  readonly raised_at: string
  readonly organization: { readonly id: string; readonly name: string }
  /** Absent in a test. */
  readonly flow?: { readonly id: string; readonly name: string }
  /** The run that made it so; absent where there was none, as with `flow.late`. */
  readonly run?: AlertedRun
  readonly freshness?: {
    /** What was promised, in minutes. */
    readonly promised_minutes: number
    /** Nothing where the flow has never succeeded. */
    readonly last_success_at: string | null
  }
}

export interface AlertedRun {
  readonly id: string
  readonly status: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly rows_read: number
  readonly rows_written: number
  readonly rows_rejected: number
  /** Those beside `arrived` failed, or were not reached. Messages of earlier versions do not tell. */
  readonly tables?: { readonly all: number; readonly arrived: number }
  /** Why tables failed, in the order of the flow; no more than a person reads. */
  readonly failures?: readonly (Pick<Words, 'message' | 'sentence'> & {
    readonly entity: string
    readonly code: string
  })[]
  readonly error: (Words & { readonly code: string }) | null
}
