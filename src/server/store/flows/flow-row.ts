import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { MirrorState, WantedMirror } from '../../../core/catalog/mirrors/mirror-states.ts'
import type { Publishing } from '../../../core/catalog/publishing.ts'
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
  readonly last_success_at: string | null
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
  /** The number of the state that an editor shows: grows with each version, and with each change of the draft. */
  readonly edition: number
  /** Edits that are not published yet. */
  readonly draft: DraftSummary | null
  /** Null: as the organization says. */
  readonly publishing: Publishing | null
  /** Null: no flow that follows a log. */
  readonly mirror: ListedMirror | null
}

export interface ListedMirror {
  readonly wanted: WantedMirror
  readonly state: MirrorState
  readonly lag_ms?: number
  readonly caught_up_at?: string
}

export interface DraftSummary {
  readonly changes: number
  readonly updated_at: string
  readonly updated_by: { readonly uid: string; readonly name?: string }
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
