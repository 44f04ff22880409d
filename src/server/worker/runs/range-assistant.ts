import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { heartbeat, type JoinedShare, joinShare, leaveShare, openShares } from '../../store/runs/range-shares.ts'
import { type AssistRunDeps, type AssistRunOptions, assistRun } from './assist-run.ts'
import { untilCoresAreIdle } from './idle-cores.ts'

/** Beside the worker that has the run: four ranges keep a disk busy, and each worker holds sessions of both servers. */
const MOST_ASSISTANTS = 3
const HEARTBEAT_EVERY_MS = 3_000

/** How long a stopping process waits for its sessions to let go of their servers. */
const LEAVE_MS = 2_000

interface Deps extends AssistRunDeps {
  readonly notifications: Notifications
  readonly log: Log
  /** Whether this process moves nothing of its own. */
  readonly isIdle: () => boolean
  /** See `RangePlan.idleCores`. */
  readonly idleCores: number
}

export interface RangeAssistant {
  /** Looks for ranges that may be taken, in the background, if any are shared; to be called when this process has become idle. */
  look(): void
  /** Takes no more, and lets go of those under way. */
  stop(): Promise<void>
}

/** Takes ranges of runs of other workers while this process has nothing else to do, of one run at a time. */
export function makeRangeAssistant({ notifications, log, isIdle, idleCores, ...deps }: Deps): RangeAssistant {
  const { database } = deps
  const worker = randomBytes(4).toString('hex')
  const stopping = new AbortController()
  /** Shares that have had nothing left for this worker, and have not ended. */
  let known: readonly string[] = []
  let looking: Promise<void> | undefined
  /** Whether there may be shares that were not looked at. */
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
      return joinShare(query, { worker, most: MOST_ASSISTANTS, known })
    })
    if (!joined) return
    hasHeard = true
    const watch = (next: () => void) => {
      check = next
    }
    const isWhole = await assist({ ...deps, log }, joined, { worker, mayGoOn: isIdle, signal: stopping.signal, watch })
    if (isIdle()) known = [...known, joined.id]
    // Else the one that has the run takes it for dead, and ends what its sessions may still hold at the destination.
    if (isWhole) await database.asSystem((query) => leaveShare(query, joined.id, worker))
  }

  const stopHearing = notifications.listen('millrace_ranges', () => {
    hasHeard = true
    check()
    look()
  })
  return {
    look,
    stop: async () => {
      stopHearing()
      stopping.abort()
      await Promise.race([looking, sleep(LEAVE_MS, undefined, { ref: false })])
    },
  }
}

/** Says again and again that this worker is alive, and learns whether the share still exists. */
function startPulse(database: AssistRunDeps['database'], shareId: string, worker: string) {
  const gone = new AbortController()
  const check = () => {
    const asked = database.asSystem((query) => heartbeat(query, shareId, worker))
    // While the store is away nobody can be asked; the fence in the destination holds.
    asked.then((stands) => !stands && gone.abort()).catch(() => undefined)
  }
  const timer = setInterval(check, HEARTBEAT_EVERY_MS)
  return { gone: gone.signal, check, stop: () => clearInterval(timer) }
}

/** @param watch is told what asks whether the share still exists. @returns whether everything that was taken is finished */
async function assist(
  { log, ...deps }: AssistRunDeps & { readonly log: Log },
  joined: JoinedShare,
  { watch, ...options }: AssistRunOptions & { readonly watch: (check: () => void) => void },
): Promise<boolean> {
  const context = { runId: joined.run_id, organizationId: joined.organization_id, worker: options.worker }
  const pulse = startPulse(deps.database, joined.id, options.worker)
  const signal = AbortSignal.any([pulse.gone, options.signal])
  watch(pulse.check)
  log.info('assists a run of another worker', context)
  try {
    await assistRun(deps, joined, { ...options, signal })
    return true
  } catch (error) {
    // Whatever it is, the worker that has the run meets it too, and says so there.
    if (!signal.aborted) log.info('assists no longer', { ...context, error: describeError(error) })
    return false
  } finally {
    pulse.stop()
    watch(() => {})
  }
}
