import { randomBytes } from 'node:crypto'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { heartbeat, type JoinedShare, joinShare, leaveShare, openShares } from '../../store/runs/range-shares.ts'
import type { AssistRun, AssistRunOptions } from './assist-run.ts'

/** In addition to the worker of the run: four ranges are enough to use a disk, and each worker has sessions at both servers. */
const MAX_ASSISTANTS = 3
const HEARTBEAT_EVERY_MS = 3_000

/** How long a stopping process waits until its sessions are released. */
const LEAVE_MS = 2_000

interface Deps {
  readonly database: Database
  readonly notifications: Notifications
  readonly log: Log
  readonly assistRun: AssistRun
  /** Aborted while this process has runs of its own. */
  readonly busy: () => AbortSignal
  /** Only runs that ask for it are helped; empty: those that ask for none. */
  readonly workerClass: string
  /** See `RangePlan.idleCores`. */
  readonly idleCores: number
}

export interface RangeAssistant {
  /** Searches for shared ranges in the background; called when this process has become idle. */
  look(): void
  /** Claims no more ranges, and releases the active ones. */
  stop(): Promise<void>
}

/** Moves ranges and streams of other workers' runs while this process is idle, of one run at a time. */
export function makeRangeAssistant({ busy, idleCores, workerClass, ...deps }: Deps): RangeAssistant {
  const { database, notifications, log } = deps
  const isIdle = () => !busy().aborted
  const worker = randomBytes(4).toString('hex')
  const stopping = new AbortController()
  /** Shares that have no more ranges for this worker, and have not ended. */
  let known: readonly string[] = []
  let looking: Promise<void> | undefined
  /** Whether there may be shares that were not checked yet. */
  let hasHeard = true
  let check = () => {}

  const look = (): void => {
    if (!hasHeard || looking || !isIdle() || stopping.signal.aborted) return
    looking = takePart()
      .catch((error: unknown) => log.warn('range shares', { error: describeError(error) }))
      .then(() => {
        looking = undefined
        look()
      })
  }

  async function takePart(): Promise<void> {
    await untilCoresAreIdle(idleCores, stopping.signal)
    if (!isIdle() || stopping.signal.aborted) return
    hasHeard = false
    const joined = await database.asSystem(async (query) => {
      known = await openShares(query, known)
      return joinShare(query, { worker, workerClass, limit: MAX_ASSISTANTS, known })
    })
    if (!joined) return
    hasHeard = true
    const watch = (next: () => void) => {
      check = next
    }
    const enough = busy()
    const isWhole = await assist(deps, joined, { worker, enough, signal: stopping.signal, watch })
    if (!enough.aborted) known = [...known, joined.id]
    // Otherwise the worker of the run treats it as dead, and ends its sessions at the destination. Nobody has to end those of a stream.
    if (isWhole || 'streams' in joined.share) await database.asSystem((query) => leaveShare(query, joined.id, worker))
  }

  const listening = notifications.listen('millrace_ranges', () => {
    hasHeard = true
    check()
    look()
  })
  return {
    look,
    stop: async () => {
      listening.end()
      stopping.abort()
      await Promise.race([looking, sleep(LEAVE_MS, undefined, { ref: false })])
    },
  }
}

/** Sends heartbeats of this worker, and finds out whether the share still exists. */
function startPulse(database: Database, shareId: string, worker: string) {
  const gone = new AbortController()
  const check = () => {
    const asked = database.asSystem((query) => heartbeat(query, shareId, worker))
    // If the store is unavailable, nobody can be asked; the fence in the destination still protects the rows.
    asked.then((stands) => !stands && gone.abort()).catch(() => undefined)
  }
  const timer = setInterval(check, HEARTBEAT_EVERY_MS)
  return { gone: gone.signal, check, stop: () => clearInterval(timer) }
}

/** @param watch receives the function that checks whether the share still exists. @returns whether all claimed ranges are finished */
async function assist(
  { database, log, assistRun }: Pick<Deps, 'database' | 'log' | 'assistRun'>,
  joined: JoinedShare,
  { watch, ...options }: AssistRunOptions & { readonly watch: (check: () => void) => void },
): Promise<boolean> {
  const context = { runId: joined.run_id, organizationId: joined.organization_id, worker: options.worker }
  const pulse = startPulse(database, joined.id, options.worker)
  const signal = AbortSignal.any([pulse.gone, options.signal])
  watch(pulse.check)
  log.info('assists a run of another worker', context)
  try {
    await assistRun(joined, { ...options, signal })
    return true
  } catch (error) {
    // The worker of the run gets the same error, and reports it there.
    if (!signal.aborted) log.info('assists no longer', { ...context, error: describeError(error) })
    return false
  } finally {
    pulse.stop()
    watch(() => {})
  }
}

/** With a shorter time, the pause between two ranges would look like an idle core. */
const WATCHED_MS = 1_000
const LOOK_AGAIN_MS = 10_000

/** For all cores together, since the machine started. */
const idleSoFar = () => cpus().reduce((sum, { times }) => sum + times.idle, 0)

/**
 * Waits until this number of the machine's cores is idle, or for the signal; a core that waits for a disk counts as busy.
 * @param idleMs total idle time of all cores so far, in milliseconds
 */
export async function untilCoresAreIdle(least: number, signal: AbortSignal, idleMs = idleSoFar): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  while (least > 0 && !signal.aborted) {
    const [before, started] = [idleMs(), performance.now()]
    await pause(WATCHED_MS)
    if ((idleMs() - before) / (performance.now() - started) >= least) return
    await pause(LOOK_AGAIN_MS)
  }
}
