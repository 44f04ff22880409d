import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const RESOLUTION_MS = 2
const MARGIN_MS = 20

/** The longest time in milliseconds for which nothing else could be done while this was done. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  await sleep(MARGIN_MS)
  delay.reset()
  await work()
  // Until the timer that was held up has fired.
  await sleep(MARGIN_MS)
  delay.disable()
  return delay.max / 1e6
}
