import type { BudgetKind } from '../../catalog/budgets.ts'
import { isFinal, type RunStatus } from '../../catalog/runs/run-states.ts'
import type { ColumnChange } from '../../runs/run.ts'
import type { SavedVersion } from '../../versions/saved-version.ts'

/** A run as a mark in the pictures of its flow. */
export interface DrawnRun {
  readonly id: string
  readonly status: RunStatus
  readonly trigger?: string
  /** ISO 8601, as all times. */
  readonly queuedAt: string
  readonly startedAt?: string
  readonly finishedAt?: string
  readonly rowsWritten: number
  readonly rowsRejected: number
  /** Its success made the flow fresh, unlike that of a replay or a backfill. */
  readonly madeFresh: boolean
}

export interface MovedTable {
  readonly entity: string
  readonly target: string
  /** Of its last arrival. */
  readonly rows?: number
  readonly arrivedAt?: string
  /** When a run last brought rows; for a table that is replaced, another number of rows than the run before. */
  readonly changedAt?: string
}

/** A saved version, or what a run found changed in a table. */
export interface RecentChange {
  readonly at: string
  readonly of: 'flow' | 'connection' | 'columns'
  readonly saved?: SavedVersion
  readonly connection?: { readonly id: string; readonly name: string }
  readonly runId?: string
  readonly entity?: string
  readonly target?: string
  readonly columns?: readonly ColumnChange[]
}

export interface FlowSpending {
  /** The first day of the calendar month in UTC. */
  readonly month: string
  readonly spent: Readonly<Record<BudgetKind, number>>
  /** In UTC; none if what the flow spends has neither a price nor a limit. */
  readonly days: readonly (Readonly<Record<BudgetKind, number>> & { readonly day: string })[]
}

/** How a flow has been doing. */
export interface FlowOverview {
  readonly lastSuccessAt?: string
  /** The last success before these runs. */
  readonly successBeforeAt?: string
  /** The newest last. */
  readonly runs: readonly DrawnRun[]
  /** The tables with the most rows: what each of the runs has written into them. */
  readonly largestTables: readonly { readonly target: string; readonly rows: readonly number[] }[]
  readonly tables: readonly MovedTable[]
  readonly spending: FlowSpending
  /** The newest first. */
  readonly changes: readonly RecentChange[]
}

/** With fewer runs a list says more than charts. */
const FEWEST_DRAWN = 3

/** Whether there are enough runs for charts. */
export const hasHistory = ({ runs }: Pick<FlowOverview, 'runs'>): boolean =>
  runs.filter(({ status }) => isFinal(status)).length >= FEWEST_DRAWN
