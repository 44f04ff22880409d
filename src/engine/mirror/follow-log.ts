import type { AppliedTable, ChangeLoad } from '../ports/change-batch.ts'
import type { ChangeSource, LogPosition } from '../ports/change-source.ts'
import { TableFailure } from '../ports/table-failure.ts'
import type { ChangeBatch } from './change-batch.ts'
import { Intake } from './intake.ts'
import type { MomentStops } from './moment-stops.ts'
import type { WorkBetween } from './work-between.ts'

export interface AppliedBatch {
  readonly from: string | undefined
  readonly to: string
  readonly transactions: number
  readonly changes: number
  readonly tables: readonly AppliedTable[]
  readonly firstCommit: number | undefined
  readonly lastCommit: number | undefined
}

export interface FollowRequest {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  /** The position of the load. */
  readonly from: LogPosition
  readonly signal: AbortSignal
  readonly onBatch: (batch: AppliedBatch) => void
  /** The source has told that nothing is left to read. */
  readonly onQuiet?: () => void
  readonly between?: WorkBetween
  readonly stops?: MomentStops
  /** In milliseconds: how often a place in the log without changes is stored. */
  readonly storeQuietMs?: number
}

/**
 * Applies a log to a destination until the signal is aborted; then ends after the open batch. A transaction of the source is visible as a whole,
 * and only then may the source forget it.
 * @throws ConnectorError when either side fails; what is not committed comes again
 */
export async function followLog({
  source,
  load,
  from,
  signal,
  onBatch,
  onQuiet,
  between,
  stops,
  storeQuietMs,
}: FollowRequest): Promise<void> {
  const intake = new Intake(source, storeQuietMs, load.pace, from)
  between?.onAdded(() => intake.interrupt())
  stops?.follow(intake)
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  stopped.addEventListener('abort', intake.end, { once: true })
  let isApplying = false
  const quiet = (position: LogPosition) => {
    intake.sink.quiet(position)
    if (intake.isEmpty && !isApplying) onQuiet?.()
  }
  const reading = source.follow(from, { ...intake.sink, quiet }, stopped)
  reading.then(intake.end, intake.fail)
  let sum = NOTHING
  try {
    for (let batch = await intake.next(); batch; batch = await intake.next()) {
      isApplying = true
      const tables = batch.tables.length > 0 ? await load.apply(batch.tables) : []
      batch.release()
      for (const [entity, { problem, needs }] of batch.refusals)
        if (!load.paused.get(entity)?.needsCopy) throw new TableFailure(entity, problem, { needs })
      sum = add(sum, batch, tables)
      // A transaction that does not fit into memory: the next batch continues it.
      if (batch.isInside) continue
      if (batch.position !== undefined) {
        const before = load.position
        await load.commit(batch.position)
        source.confirm(batch.position)
        if (sum.changes > 0) onBatch({ ...sum, from: before, to: batch.position })
        sum = NOTHING
      }
      isApplying = false
      await intake.takeCut()?.request.onReached()
      await between?.doAll()
      await stops?.begin()
    }
  } finally {
    stop.abort()
    stops?.end()
    await load.rollBack()
    await reading.catch(() => {})
  }
}

type Sum = Omit<AppliedBatch, 'from' | 'to'>

const NOTHING: Sum = { transactions: 0, changes: 0, tables: [], firstCommit: undefined, lastCommit: undefined }

const add = (sum: Sum, batch: ChangeBatch, tables: readonly AppliedTable[]): Sum => ({
  transactions: sum.transactions + batch.transactions,
  changes: sum.changes + batch.changes,
  tables: [...sum.tables, ...tables],
  firstCommit: sum.firstCommit ?? batch.firstCommit,
  lastCommit: batch.lastCommit ?? sum.lastCommit,
})
