import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

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
