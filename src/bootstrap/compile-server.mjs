import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fingerprintOf, readStamp } from './fingerprint-of.mjs'
import { PINNED_NODE } from './places.mjs'
import { NODE_PROCESS } from './process-flags.mjs'
import { runProgram } from './run-program.mjs'

const INPUTS = [
  'src/contract',
  'src/core',
  'src/engine',
  'src/server',
  'src/sdk',
  'src/cli',
  'src/bootstrap/process-flags.mjs',
  'package-lock.json',
]

/**
 * Compiles the server unless it was compiled from exactly these sources: a process that compiles keeps 15 MB of memory for it, which
 * would be missing for rows.
 */
export async function compileServer() {
  const environment = { ...NODE_PROCESS.environment, ...process.env }
  const folder = environment.NODE_COMPILE_CACHE
  const stamp = join(folder, '.compiled-from')
  const fingerprint = fingerprintOf(INPUTS)
  if (readStamp(stamp) === fingerprint) return
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    await runProgram(PINNED_NODE, [...NODE_PROCESS.flags, join('src', 'server', 'compile-ahead.ts')], {
      env: environment,
    })
    writeFileSync(stamp, fingerprint)
  } catch {
    // The cache cannot be written, or the code has an error: the server compiles at start, and reports the error.
  }
}
