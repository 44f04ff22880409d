import { spawn } from 'node:child_process'

import { howItEnded, wasKilled } from './how-it-ended.mjs'
import { PINNED_NODE, ROOT } from './places.mjs'
import { NODE_PROCESS } from './process-flags.mjs'

/** The interval of the check whether npm is still running. */
const LOOK_MS = 200

/** The pause before a start doubles with each crash; after so long without one it is the first again. */
const STEADY_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** What was never ready after so many crashes would crash for ever, for example because this processor cannot run it. */
const TRIES_BEFORE_READY = 3

/** How many crashes a server is told of. */
const CRASHES_TOLD = 20

/**
 * Runs a script with a command on the pinned Node, or another, in our place: signals are forwarded to it, and its end is ours. If we are killed, it
 * notices the closed channel. A server says on this channel that it is one, and when it is ready: it is started again when it ends without our
 * request, unless it has never been ready and says why with code 1.
 */
export function execNode(args, { node = PINNED_NODE, folder = ROOT, environment = NODE_PROCESS.environment } = {}) {
  let child
  let isStopping = false
  let isServer = false
  let wasEverReady = false
  let pauseMs = 0
  const crashes = []
  const stop = (signal) => {
    isStopping = true
    child?.kill(signal)
    // Between two starts nothing is running that could end.
    if (!child) process.exit(0)
  }
  const mayCrashAgain = (code, signal) => {
    if (isStopping || !isServer) return false
    return wasEverReady || wasKilled(code, signal)
  }
  const startAgain = (how, wasSteady) => {
    crashes.push({ at: Date.now(), how })
    if (!wasEverReady && crashes.length === TRIES_BEFORE_READY) {
      console.error(`Millrace ended unexpectedly ${crashes.length} times before it was ready (${how}). It is given up.`)
      process.exit(1)
    }
    pauseMs = wasSteady || pauseMs === 0 ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    console.error(`Millrace ended unexpectedly (${how}). It starts again in ${pauseMs / 1_000} s.`)
    setTimeout(start, pauseMs)
  }
  const start = () => {
    const begun = Date.now()
    const started = spawn(node, [...NODE_PROCESS.flags, ...args], {
      cwd: folder,
      env: { ...environment, ...process.env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    started.on('message', ({ millrace }) => {
      isServer = true
      wasEverReady ||= millrace === 'ready'
    })
    if (crashes.length > 0) started.send({ crashes: crashes.slice(-CRASHES_TOLD) }, () => {})
    started.once('error', (error) => {
      if (started.pid !== undefined) return
      child = undefined
      if (mayCrashAgain(1, null)) return startAgain(error.message, false)
      console.error(`Node could not be run: ${error.message}`)
      process.exit(1)
    })
    started.once('exit', (code, signal) => {
      child = undefined
      if (mayCrashAgain(code, signal)) startAgain(howItEnded(code, signal), Date.now() - begun >= STEADY_MS)
      else process.exit(code ?? 1)
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
