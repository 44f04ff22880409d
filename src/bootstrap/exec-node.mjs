import { spawn } from 'node:child_process'

import { PINNED_NODE, ROOT } from './places.mjs'
import { NODE_PROCESS } from './process-flags.mjs'

/** How often we look whether npm is still there. */
const LOOK_MS = 200

/**
 * Runs a script on the pinned Node in our place: signals are passed on to it, its end is ours. Should we be killed, it
 * notices by the closed channel.
 */
export function execNode(args, environment = NODE_PROCESS.environment) {
  const child = spawn(PINNED_NODE, [...NODE_PROCESS.flags, ...args], {
    cwd: ROOT,
    env: { ...environment, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.once('error', (error) => {
    console.error(`The pinned Node could not be run: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
}

/** Killed, npm cannot tell us; and where a shell stands between us, that keeps npm's signals to itself. */
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
