import { spawn } from 'node:child_process'

import { ROOT } from './places.mjs'

/** Runs a program to its end in the project's folder. Rejects with its whole output when it fails. */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const printed = []
    child.stdout.on('data', (part) => printed.push(part))
    child.stderr.on('data', (part) => printed.push(part))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${Buffer.concat(printed).toString().trim()}\n\n"${[command, ...args].join(' ')}" failed.`))
    })
  })
}
