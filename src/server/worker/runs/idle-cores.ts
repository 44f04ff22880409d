import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Shorter, the pause between two ranges would look like a core that nobody needs. */
const WATCHED_MS = 1_000
const LOOK_AGAIN_MS = 10_000

/** Of all cores together, since the machine began. */
const idleSoFar = () => cpus().reduce((sum, { times }) => sum + times.idle, 0)

/**
 * Waits until so many of this machine's cores have nothing to do, or the signal; a core that waits for a disk counts as busy.
 * @param idleMs how long cores have been idle so far, all together, in milliseconds
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
