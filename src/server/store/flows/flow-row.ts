import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { RunStatus } from '../../../core/catalog/runs/run-states.ts'
import type { FlowConfig } from './flow-config.ts'

export interface ConnectionSummary {
  readonly id: string
  readonly name: string
  readonly type: ConnectionType
  /** A stand-in on this machine plays the system. */
  readonly is_stand_in?: true
}

/** Times are of ISO 8601. */
export interface FlowRow {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly version: number
  readonly config: FlowConfig
  readonly source: ConnectionSummary
  readonly destination: ConnectionSummary
  readonly created_at: string
  readonly updated_at: string
  readonly last_run: LastRun | null
  /** The results of its last runs, the newest last. */
  readonly recent_states: readonly RunStatus[]
  /** Its freshness in minutes; absent: none. */
  readonly freshness_minutes: number | null
  readonly fresh_until: string | null
  readonly late_since: string | null
  /** The file that owns it; null: none. */
  readonly code_file: string | null
  /** Whom to ask about it; null: nobody who is still a member. */
  readonly owner: FlowOwner | null
  readonly tags: readonly string[]
}

export interface FlowOwner {
  readonly uid: string
  readonly name: string | null
  readonly email: string | null
}

export interface LastRun {
  readonly id: string
  readonly status: RunStatus
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly rows_written: number
  readonly rows_read: number
  readonly rows_rejected: number
}
