import { spawn } from 'node:child_process'

import { PINNED_NODE, ROOT } from './places.mjs'
import { NODE_PROCESS } from './process-flags.mjs'

/** The interval of the check whether npm is still running. */
const LOOK_MS = 200

/** Commands that run until they are stopped. */
const SERVERS = ['start', 'api', 'worker']

/** A server that crashes before it has worked for so long would crash again: its end is ours the first time, and later it waits longer. */
const STEADY_MS = 10_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Runs a script with a command on the pinned Node, or another, in our place: signals are forwarded to it, and its end is ours. If we are killed, it
 * notices the closed channel. A server that crashes, because its memory is used up or the system kills it, is started again.
 */
export function execNode(args, { node = PINNED_NODE, folder = ROOT, environment = NODE_PROCESS.environment } = {}) {
  const isServer = SERVERS.includes(args[1])
  let child
  let isStopping = false
  let pauseMs = 0
  const stop = (signal) => {
    isStopping = true
    child?.kill(signal)
    // Between two starts nothing is running that could end.
    if (!child) process.exit(0)
  }
  const start = () => {
    const begun = Date.now()
    const started = spawn(node, [...NODE_PROCESS.flags, ...args], {
      cwd: folder,
      env: { ...environment, ...process.env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    started.once('error', (error) => {
      console.error(`Node could not be run: ${error.message}`)
      process.exit(1)
    })
    started.once('exit', (code, signal) => {
      child = undefined
      const wasSteady = Date.now() - begun >= STEADY_MS
      const hasCrashed = isServer && signal !== null && !isStopping && (wasSteady || pauseMs > 0)
      if (!hasCrashed) process.exit(code ?? 1)
      pauseMs = wasSteady ? 1_000 : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      console.error(`Millrace ended unexpectedly (${signal}). It starts again in ${pauseMs / 1_000} s.`)
      setTimeout(start, pauseMs)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  whenNpmEnds(() => stop('SIGTERM'))
  start()
}

/** A killed npm cannot notify us, and a shell between us does not forward npm's signals. */
function whenNpmEnds(act) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, LOOK_MS)
  looking.unref()
}
