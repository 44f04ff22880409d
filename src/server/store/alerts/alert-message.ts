import type { AlertType } from '../../../core/catalog/alert-events.ts'
import type { BudgetKind } from '../../../core/catalog/budgets.ts'
import type { Words } from '../../../core/catalog/words.ts'

/** The message to a channel; the body of a webhook, documented in docs/alerts.md. */
export interface AlertMessage {
  readonly type: AlertType | 'flow.lineage' | 'test'
  /** ISO 8601, UTC. */
  readonly raised_at: string
  readonly organization: { readonly id: string; readonly name: string }
  /** The trace of the call that asked for the run; in the header of a webhook, not in its body. */
  readonly traceparent?: string
  /** Absent in a test. */
  readonly flow?: { readonly id: string; readonly name: string }
  /** The run that caused the event; absent if there was none, as with `flow.late`. */
  readonly run?: AlertedRun
  /** For `flow.lineage`, until it has arrived: the event of OpenLineage that is sent. */
  readonly lineage?: object
  /** For `flow.budget`. */
  readonly budget?: {
    readonly of: 'flow' | 'organization'
    readonly kind: BudgetKind
    /** For the calendar month, in UTC. */
    readonly limit: number
    readonly spent: number
  }
  /** For `flow.failed`, `flow.recovered` and `flow.budget` of a mirror, which has no run. */
  readonly mirror?: {
    /** The table that has paused, or differed; absent: the mirror as a whole. */
    readonly entity?: string
    readonly error?: Words & { readonly code: string }
    /** For `flow.budget`: how much of its log the source keeps for the mirror. */
    readonly held_bytes?: number
    /** For `flow.failed`: rows of the table that differ from the source. */
    readonly difference?: { readonly missing: number; readonly changed: number; readonly extra: number }
    /** For `flow.recovered`: how many of them were sent again. */
    readonly repaired?: number
  }
  readonly freshness?: {
    /** The freshness of the flow, in minutes. */
    readonly promised_minutes: number
    /** Absent if the flow has never succeeded. */
    readonly last_success_at: string | null
  }
}

export interface TableReceipt {
  readonly entity: string
  readonly target: string
  readonly rows_read: number
  readonly rows_written: number
  readonly rows_filtered: number
  readonly rows_rejected: number
  /** How the rows were checked in the destination: `verified`, `counted` or `failed`. */
  readonly check: string | null
  /** Of the whole receipt of the table. */
  readonly hash: string | null
}

export interface AlertedRun {
  readonly id: string
  readonly status: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly rows_read: number
  readonly rows_written: number
  readonly rows_rejected: number
  /** Tables beside `arrived` failed, or were not reached. Absent in messages of earlier versions. */
  readonly tables?: { readonly all: number; readonly arrived: number }
  /** Why tables failed, in the order of the flow; limited to a readable number. */
  readonly failures?: readonly (Pick<Words, 'message' | 'sentence'> & {
    readonly entity: string
    readonly code: string
  })[]
  /** For a success: what arrived, table by table, in the order of the flow; limited to a hundred. */
  readonly receipt?: readonly TableReceipt[]
  readonly error: (Words & { readonly code: string }) | null
}
