import { spawn } from 'node:child_process'

import { PINNED_NODE, ROOT } from './places.mjs'
import { NODE_PROCESS } from './process-flags.mjs'

/** The interval of the check whether npm is still running. */
const LOOK_MS = 200

/**
 * Runs a script on the pinned Node, or another, in our place: signals are forwarded to it, and its end is ours. If we are killed, it
 * notices the closed channel.
 */
export function execNode(args, { node = PINNED_NODE, folder = ROOT, environment = NODE_PROCESS.environment } = {}) {
  const child = spawn(node, [...NODE_PROCESS.flags, ...args], {
    cwd: folder,
    env: { ...environment, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  child.once('error', (error) => {
    console.error(`Node could not be run: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
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
