import { defined } from '../catalog/defined.ts'
import type { CheckState } from '../catalog/runs/check-states.ts'
import type { Run, RunStream } from './run.ts'

/** The totals of a run over all of its streams. */
export interface RunTotals {
  readonly streams: number
  readonly succeeded: number
  /** Failed or cancelled. */
  readonly failed: number
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly rowsFiltered: number
  readonly rowsRejected: number
  /** Created by steps, for example when a join creates two rows from one. */
  readonly rowsAdded: number
  /** Rows of targets that the source no longer has. */
  readonly rowsRemoved?: number
  readonly rowsMarked?: number
  readonly bytes: number
  /** By the estimates of the source; 0 if it has none. */
  readonly estimatedRows: number
  /** Rows of finished tables: they stay, whatever the outcome of the run. */
  readonly rowsArrived: number
  /** Streams in which read + added = written + filtered + rejected. */
  readonly balanced: number
  /** How all rows were checked: the weakest check of all streams. Absent before the end, and if nothing is known. */
  readonly check?: CheckState
  /** Of a dry run or a comparison: rows that are not the same on both sides. */
  readonly rowsDiffering?: number
  /** A dry run has found that a run would stop, at a check or before its first row. */
  readonly wouldStop?: boolean
}

/** From the host, or summed up from the streams. */
export function totalsOf({ totals, streams }: Pick<Run, 'totals' | 'streams'>): RunTotals {
  if (totals) return totals
  const sum = (pick: (stream: RunStream) => number) => streams.reduce((total, stream) => total + pick(stream), 0)
  const count = (...states: readonly string[]) => streams.filter(({ status }) => states.includes(status)).length
  const check = checkOf(streams)
  return defined({
    streams: streams.length,
    succeeded: count('succeeded'),
    failed: count('failed', 'cancelled'),
    rowsRead: sum(({ rowsRead }) => rowsRead),
    rowsWritten: sum(({ rowsWritten }) => rowsWritten),
    rowsFiltered: sum(({ rowsFiltered }) => rowsFiltered),
    rowsRejected: sum(({ rowsRejected }) => rowsRejected),
    rowsAdded: sum(({ rowsAdded = 0 }) => rowsAdded),
    rowsRemoved: sum(({ rowsRemoved = 0 }) => rowsRemoved),
    rowsMarked: sum(({ rowsMarked = 0 }) => rowsMarked),
    bytes: sum(({ bytes }) => bytes),
    estimatedRows: sum(({ estimatedRows = 0 }) => estimatedRows),
    rowsArrived: sum(({ status, rowsWritten }) => (status === 'succeeded' ? rowsWritten : 0)),
    balanced: sum((stream) => (isBalanced(stream) ? 1 : 0)),
    check,
    rowsDiffering: differingOf(streams),
    wouldStop: streams.some(isStopped) || undefined,
  })
}

/** Nobody knows that nothing differs while some rows or columns were not compared. */
function differingOf(streams: readonly RunStream[]): number | undefined {
  const rows = streams.reduce((total, stream) => total + differing(stream), 0)
  const isKnown = streams.some(({ difference }) => difference)
  const isWhole = streams.every(
    ({ difference, uncomparedColumns }) => (difference?.unknown ?? 0) === 0 && !uncomparedColumns,
  )
  return isKnown && (isWhole || rows > 0) ? rows : undefined
}

const differing = ({ difference }: RunStream): number => {
  const { created = 0, changed = 0, removed = 0, marked = 0 } = difference ?? {}
  return created + changed + removed + marked
}

const isStopped = ({ receipt }: RunStream): boolean =>
  receipt?.dataChecks?.some(({ state }) => state === 'failed') ?? false

const isBalanced = ({ rowsRead, rowsAdded = 0, rowsWritten, rowsFiltered, rowsRejected }: RunStream) =>
  rowsRead + rowsAdded === rowsWritten + rowsFiltered + rowsRejected

function checkOf(streams: readonly RunStream[]): CheckState | undefined {
  const states = streams.map(({ receipt }) => receipt?.check?.state)
  if (states.includes('failed')) return 'failed'
  if (states.length === 0 || states.includes(undefined)) return undefined
  return states.includes('counted') ? 'counted' : 'verified'
}
