import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/**
 * Imported where waiting is to take no time. Timeouts of the product stay what they are to it: what waits for minutes waits a thirtieth of
 * them, and what waits for some seconds a fifth, because a busy machine needs some of those to answer.
 */
const hurried = (milliseconds = 0) => {
  if (milliseconds > 10_000) return milliseconds / 30
  return milliseconds >= 1_000 ? milliseconds / 5 : milliseconds
}

const { setTimeout, setInterval } = globalThis
const { timeout } = AbortSignal
const { setTimeout: sleep } = timers

globalThis.setTimeout = Object.assign(
  (work: () => void, milliseconds?: number, ...values: []) => setTimeout(work, hurried(milliseconds), ...values),
  setTimeout,
)
globalThis.setInterval = Object.assign(
  (work: () => void, milliseconds?: number, ...values: []) => setInterval(work, hurried(milliseconds), ...values),
  setInterval,
)
AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, Math.ceil(hurried(milliseconds)))
timers.setTimeout = (milliseconds, value, options) => sleep(hurried(milliseconds), value, options)
syncBuiltinESMExports()
