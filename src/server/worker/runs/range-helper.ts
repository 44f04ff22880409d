import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { beat, type JoinedOffer, joinOffer, leaveOffer, standingOffers } from '../../store/runs/range-offers.ts'
import { type HelpRunDeps, type HelpRunOptions, helpRun } from './help-run.ts'
import { untilCoresAreIdle } from './idle-cores.ts'

/** Beside the worker that has the run: four ranges keep a disk busy, and each worker holds sessions of both servers. */
const MOST_HELPERS = 3
const BEAT_EVERY_MS = 3_000

/** How long a stopping process waits for its sessions to let go of their servers. */
const LEAVE_MS = 2_000

interface Deps extends HelpRunDeps {
  readonly notifications: Notifications
  readonly log: Log
  /** Whether this process moves nothing of its own. */
  readonly isIdle: () => boolean
  /** See `RangePlan.idleCores`. */
  readonly idleCores: number
}

export interface RangeHelper {
  /** Looks for ranges that may be taken, in the background, if any were offered; to be called when this process has become idle. */
  look(): void
  /** Takes no more, and lets go of those under way. */
  stop(): Promise<void>
}

/** Takes ranges of runs of other workers while this process has nothing else to do, of one run at a time. */
export function makeRangeHelper({ notifications, log, isIdle, idleCores, ...deps }: Deps): RangeHelper {
  const { database } = deps
  const worker = randomBytes(4).toString('hex')
  const stopping = new AbortController()
  /** Offers that have had nothing left for this worker, and have not ended. */
  let known: readonly string[] = []
  let looking: Promise<void> | undefined
  /** Whether there may be offers that were not looked at. */
  let hasHeard = true
  let check = () => {}

  const look = (): void => {
    if (!hasHeard || looking || !isIdle() || stopping.signal.aborted) return
    looking = takePart()
      .catch((error: unknown) => log.warn('range offers', { error: describeError(error) }))
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
      known = await standingOffers(query, known)
      return joinOffer(query, { worker, most: MOST_HELPERS, known })
    })
    if (!joined) return
    hasHeard = true
    const watch = (next: () => void) => {
      check = next
    }
    const isWhole = await help({ ...deps, log }, joined, { worker, mayGoOn: isIdle, signal: stopping.signal, watch })
    if (isIdle()) known = [...known, joined.id]
    // Else the one that has the run takes it for dead, and ends what its sessions may still hold at the destination.
    if (isWhole) await database.asSystem((query) => leaveOffer(query, joined.id, worker))
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

/** Says again and again that this worker is alive, and learns whether the offer still stands. */
function startPulse(database: HelpRunDeps['database'], offerId: string, worker: string) {
  const gone = new AbortController()
  const check = () => {
    const asked = database.asSystem((query) => beat(query, offerId, worker))
    // While the store is away nobody can be asked; the fence in the destination holds.
    asked.then((stands) => !stands && gone.abort()).catch(() => undefined)
  }
  const timer = setInterval(check, BEAT_EVERY_MS)
  return { gone: gone.signal, check, stop: () => clearInterval(timer) }
}

/** @param watch is told what asks whether the offer still stands. @returns whether everything that was taken is finished */
async function help(
  { log, ...deps }: HelpRunDeps & { readonly log: Log },
  joined: JoinedOffer,
  { watch, ...options }: HelpRunOptions & { readonly watch: (check: () => void) => void },
): Promise<boolean> {
  const context = { runId: joined.run_id, organizationId: joined.organization_id, worker: options.worker }
  const pulse = startPulse(deps.database, joined.id, options.worker)
  const signal = AbortSignal.any([pulse.gone, options.signal])
  watch(pulse.check)
  log.info('helps a run of another worker', context)
  try {
    await helpRun(deps, joined, { ...options, signal })
    return true
  } catch (error) {
    // Whatever it is, the worker that has the run meets it too, and says so there.
    if (!signal.aborted) log.info('helps no longer', { ...context, error: describeError(error) })
    return false
  } finally {
    pulse.stop()
    watch(() => {})
  }
}
