import { spawn } from 'node:child_process'

import { PINNED_NODE, ROOT } from './places.mjs'

/**
 * Runs a script on the pinned Node in our place: signals are passed on to it, its end is ours. Should we be killed, it
 * notices by the closed channel.
 */
export function handOver(args) {
  const child = spawn(PINNED_NODE, args, { cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => {
    console.error(`The pinned Node could not be run: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code) => process.exit(code ?? 1))
}
