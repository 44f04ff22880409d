import type { Sentence } from '../catalog/sentence.ts'
import type { RunError } from '../runs/run.ts'

/** How far back the dashboard looks; the second is what it shows unasked. */
export const DASHBOARD_PERIODS = ['24h', '7d', '30d'] as const
export const DEFAULT_PERIOD = '7d'

export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number]

/** The runs of a period, counted. */
export interface RunTotals {
  readonly runs: number
  readonly succeeded: number
  /** Neither among those that succeeded nor among those that failed; absent where the host does not tell them apart. */
  readonly partiallySucceeded?: number
  readonly failed: number
  readonly cancelled: number
  readonly rowsWritten: number
  /** Between start and end, of the runs that succeeded; absent where none did. */
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

export interface SlowFlow extends FlowReference {
  readonly medianDurationMs: number
  readonly runs: number
}

export const BUCKET_OUTCOMES = ['succeeded', 'failed', 'mixed'] as const

export type BucketOutcome = (typeof BUCKET_OUTCOMES)[number]

export interface FlowFreshness extends FlowReference {
  /** Absent for a flow that never succeeded. */
  readonly lastSuccessAt?: string
  /** What came of its runs in each bucket of the period; null where none ended. */
  readonly outcomes?: readonly (BucketOutcome | null)[]
}

/** A flow whose last run failed, as a whole or in part. */
export interface FailingFlow extends FlowReference {
  readonly runId: string
  readonly message?: string
  readonly sentence?: Sentence
  readonly at: string
}

/** Why one flow or several fail. */
export interface FlowProblem {
  readonly error: RunError
  readonly flows: readonly (FlowReference & { readonly runId: string; readonly at: string })[]
}

export interface RunningFlow extends FlowReference {
  readonly runId: string
  readonly status: string
  readonly startedAt?: string
}

/** What is known of a dashboard; any part may be missing elsewhere. */
export interface DashboardFigures {
  readonly totals?: RunTotals
  /** The same for the period of equal length before. */
  readonly previous?: RunTotals
  readonly buckets?: readonly RunBucket[]
  readonly slowestFlows?: readonly SlowFlow[]
  readonly freshness?: readonly FlowFreshness[]
  readonly attention?: readonly FailingFlow[]
  readonly problems?: readonly FlowProblem[]
  readonly running?: readonly RunningFlow[]
}

/** Stored as returned (spec §3), with what we know of it beside. */
export interface Dashboard {
  readonly figures?: DashboardFigures
  readonly [other: string]: unknown
}
