import { defined } from '../../defined.ts'
import { isDry, RUN_KINDS, type RunKind } from '../run-kinds.ts'
import type { RunStatus } from '../run-states.ts'

/** What is known of a run; a list knows less than a page. */
export interface VerdictFacts {
  readonly status: RunStatus
  /** Absent: it moves rows. */
  readonly kind?: RunKind | undefined
  /** It did not take place. */
  readonly isSkipped?: boolean | undefined
  readonly tables?: number | undefined
  /** Tables that have ended, whatever their end is. */
  readonly tablesOver?: number | undefined
  /** Some tables are not read yet. */
  readonly isReading?: boolean | undefined
  readonly rowsRead?: number | undefined
  readonly rowsRejected?: number | undefined
  /** Of a comparison: rows that differ, are missing, or are only in the destination. */
  readonly rowsDiffering?: number | undefined
  /** Of a dry run: a run would stop, at a check or before its first row. */
  readonly wouldStop?: boolean | undefined
}

/** What a run is called. */
export const VERDICTS = [
  'queued',
  'running',
  'finishing',
  'succeeded',
  'partly-succeeded',
  'failed',
  'cancelled',
  'skipped',
  'would-succeed',
  'would-partly-succeed',
  'would-fail',
  'same',
  'differs',
  'compared',
  'partly-compared',
  'not-compared',
] as const

export type VerdictName = (typeof VERDICTS)[number]

/** The meaning of the colour beside the name. */
export type VerdictTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** What to say about a run, wherever it is shown. */
export interface RunVerdict {
  readonly name: VerdictName
  readonly tone: VerdictTone
  /** Rejected rows, and their share of the rows read, in percent with one decimal; absent if there are none. */
  readonly rejected?: { readonly rows: number; readonly percent: number }
  /** While it reads several tables. */
  readonly tables?: { readonly over: number; readonly all: number }
  /** Of a comparison that differs. */
  readonly differing?: number
}

/** The one place that decides what a run is called. */
export function verdictOf(facts: VerdictFacts): RunVerdict {
  const name = nameOf(facts)
  const { tables = 0, tablesOver = 0, rowsRead = 0, rowsRejected = 0, rowsDiffering = 0 } = facts
  const rejected = rowsRejected > 0 && TELLS_REJECTED.includes(name)
  return defined({
    name,
    tone: rejected && TONES[name] === 'success' ? 'warning' : TONES[name],
    rejected: rejected ? { rows: rowsRejected, percent: percentOf(rowsRejected, rowsRead) } : undefined,
    tables: name === 'running' && tables > 1 ? { over: tablesOver, all: tables } : undefined,
    differing: name === 'differs' ? rowsDiffering : undefined,
  })
}

/** A run that failed has more to tell than its rejected rows. */
const TELLS_REJECTED: readonly VerdictName[] = [
  'succeeded',
  'partly-succeeded',
  'would-succeed',
  'would-partly-succeed',
]

function nameOf({ status, kind = 'move', isSkipped, isReading, rowsDiffering, wouldStop }: VerdictFacts): VerdictName {
  if (isSkipped) return 'skipped'
  if (status === 'committing') return isReading || isDry(kind) ? 'running' : 'finishing'
  if (status === 'queued' || status === 'running' || status === 'cancelled') return status
  switch (RUN_KINDS[kind].result) {
    case 'compared':
      return nameOfComparison(status, rowsDiffering)
    case 'predicted':
      return wouldStop && status === 'succeeded' ? 'would-fail' : PREDICTED[status]
    case 'written':
      return WRITTEN[status]
  }
}

type Ended = 'succeeded' | 'partially_succeeded' | 'failed'

const WRITTEN: Readonly<Record<Ended, VerdictName>> = {
  succeeded: 'succeeded',
  partially_succeeded: 'partly-succeeded',
  failed: 'failed',
}

const PREDICTED: Readonly<Record<Ended, VerdictName>> = {
  succeeded: 'would-succeed',
  partially_succeeded: 'would-partly-succeed',
  failed: 'would-fail',
}

/** Nothing arrives, so it is about what was found: a difference counts more than a table that could not be compared. */
function nameOfComparison(status: Ended, differing: number | undefined): VerdictName {
  if (status === 'failed') return 'not-compared'
  if ((differing ?? 0) > 0) return 'differs'
  if (status === 'partially_succeeded') return 'partly-compared'
  return differing === undefined ? 'compared' : 'same'
}

const TONES: Readonly<Record<VerdictName, VerdictTone>> = {
  queued: 'neutral',
  running: 'accent',
  finishing: 'accent',
  succeeded: 'success',
  'partly-succeeded': 'warning',
  failed: 'danger',
  cancelled: 'neutral',
  skipped: 'neutral',
  'would-succeed': 'success',
  'would-partly-succeed': 'warning',
  'would-fail': 'danger',
  same: 'success',
  differs: 'warning',
  compared: 'neutral',
  'partly-compared': 'warning',
  'not-compared': 'danger',
}

/** One row of a million is not none, and all but one are not all. */
export function percentOf(part: number, whole: number): number {
  if (part <= 0) return 0
  if (part >= whole) return 100
  return Math.min(99.9, Math.max(0.1, Math.round((part / whole) * 1_000) / 10))
}
