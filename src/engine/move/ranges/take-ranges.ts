import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Load } from '../../ports/load.ts'
import type { TableRange, TakenRange } from '../../ports/ranges.ts'
import { type Permit, Semaphore } from '../run/semaphore.ts'
import type { SentRange } from './send-range.ts'

export interface RangeWork {
  /** Of the table, for people. */
  readonly entity: string
  readonly take: () => Promise<TakenRange | undefined>
  /** Sends the rows of a range into a load. */
  readonly send: (range: TableRange, load: Load, signal: AbortSignal) => Promise<SentRange>
  /** The number of ranges that are copied at once, and the maximum number of claimed ranges. */
  readonly atOnce: number
  readonly limit: number
  readonly signal: AbortSignal
}

/** Errors of a server that has one session too many. */
const CROWDED: readonly string[] = ['TOO_MANY_CONNECTIONS', 'SERVER_SILENT']

/**
 * Moves ranges until none is available. Up to the number in the plan are copied at once, and as many are committed, both in order; the next
 * ones are opened meanwhile, so that the transfer waits for no disk. At most twice as many are open. The first failure stops the others,
 * unless a server has no free connection for it: then the others move its range too.
 * @throws ConnectorError, or the signal's reason
 */
export async function takeRanges(work: RangeWork): Promise<void> {
  const { take, atOnce, limit } = work
  const failed = new AbortController()
  const signal = AbortSignal.any([work.signal, failed.signal])
  const wire = new Semaphore(atOnce)
  const commits = new Semaphore(atOnce)
  let lanes = Math.min(2 * atOnce, limit)
  let moved = 0
  const takeNext = async (): Promise<boolean> => {
    const permits = { onWire: wire.acquire(), toCommit: commits.acquire() }
    try {
      const taken = await take()
      if (taken) await moveRange({ ...work, signal }, taken, permits)
      if (taken) moved += 1
      return taken !== undefined
    } catch (error) {
      const isCrowded = error instanceof ConnectorError && CROWDED.includes(error.problem.code)
      if (!isCrowded || (lanes === 1 && moved === 0)) failed.abort(error)
      return false
    } finally {
      permits.onWire.release()
      permits.toCommit.release()
    }
  }
  const takeAll = async () => {
    while (!signal.aborted && (await takeNext())) {}
    lanes -= 1
  }
  await Promise.all(Array.from({ length: lanes }, takeAll))
  signal.throwIfAborted()
}

interface RangePermits {
  readonly onWire: Permit
  readonly toCommit: Permit
}

async function moveRange(
  { entity, send, signal }: RangeWork,
  { range, load }: TakenRange,
  { onWire, toCommit }: RangePermits,
): Promise<void> {
  try {
    const stop = AbortSignal.any([signal, load.failure])
    await onWire.granted
    stop.throwIfAborted()
    const { rows, proof } = await send(range, load, stop)
    onWire.release()
    const loaded = await load.finish()
    if (rows !== loaded) throw miscounted(entity, range, rows, loaded)
    await toCommit.granted
    stop.throwIfAborted()
    await load.commit(proof)
  } catch (error) {
    await load.abandon()
    throw error
  }
}

const miscounted = (entity: string, { first, end }: TableRange, sent: number, loaded: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`The source sent ${sent} rows of the range ${String(first)} to ${String(end)} of ${entity}, and the destination took ${loaded}.`,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
