import type { BucketOutcome } from '../catalog/runs/bucket-outcomes.ts'
import type { Sentence } from '../catalog/sentence.ts'
import type { RunError } from '../runs/run.ts'

/** The periods of the dashboard; the second is the default. */
export const DASHBOARD_PERIODS = ['24h', '7d', '30d'] as const
export const DEFAULT_PERIOD = '7d'

export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number]

/** The number of runs in a period, by result. */
export interface RunTotals {
  readonly runs: number
  readonly succeeded: number
  /** Counted neither as succeeded nor as failed; absent if the host does not distinguish them. */
  readonly partiallySucceeded?: number
  readonly failed: number
  readonly cancelled: number
  readonly rowsWritten: number
  /** Between start and end, of the runs that succeeded; absent if none did. */
  readonly medianDurationMs?: number
}

/** An hour of a day, or a day of a longer period. */
export interface RunBucket {
  /** ISO 8601. */
  readonly start: string
  readonly succeeded: number
  readonly partiallySucceeded?: number
  readonly failed: number
  readonly cancelled: number
  readonly active: number
  readonly rowsWritten: number
}

interface FlowReference {
  readonly flowId: string
  readonly flowName: string
}

export interface FlowFreshness extends FlowReference {
  /** Absent for a flow that never succeeded. */
  readonly lastSuccessAt?: string
  /** The result of its runs in each bucket of the period; null if none ended. */
  readonly outcomes?: readonly (BucketOutcome | null)[]
}

/** A flow whose last run failed, completely or partly. */
export interface FailingFlow extends FlowReference {
  readonly runId: string
  readonly message?: string
  readonly sentence?: Sentence
  readonly at: string
}

/** A reason why one or several flows fail. */
export interface FlowProblem {
  readonly error: RunError
  readonly flows: readonly (FlowReference & { readonly runId: string; readonly at: string })[]
}

export interface RunningFlow extends FlowReference {
  readonly runId: string
  readonly status: string
  readonly startedAt?: string
}

/** The known fields of a dashboard; any part may be missing on another host. */
export interface DashboardFigures {
  readonly totals?: RunTotals
  /** The same for the previous period of equal length. */
  readonly previous?: RunTotals
  readonly buckets?: readonly RunBucket[]
  /** The worst first. */
  readonly freshness?: readonly FlowFreshness[]
  readonly attention?: readonly FailingFlow[]
  readonly problems?: readonly FlowProblem[]
  readonly running?: readonly RunningFlow[]
}

/** Stored as returned (spec §3), together with the known fields. */
export interface Dashboard {
  readonly figures?: DashboardFigures
  readonly [other: string]: unknown
}
