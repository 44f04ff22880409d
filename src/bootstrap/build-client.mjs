import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fingerprintOf, readStamp } from './fingerprint-of.mjs'
import { PINNED_NODE, ROOT } from './places.mjs'
import { runProgram } from './run-program.mjs'
import { step } from './step.mjs'

const INPUTS = [
  'src/index.html',
  'src/contract',
  'src/core',
  'src/adapters',
  'src/ui',
  'docs',
  'src/composition',
  'vite.config.ts',
  'src/bootstrap',
  'package-lock.json',
]
const STAMP = join(ROOT, 'dist', '.built-from')

/** Builds the client into `dist` unless it was built from exactly these sources. */
export async function buildClient() {
  const fingerprint = fingerprintOf(INPUTS)
  if (existsSync(join(ROOT, 'dist', 'index.html')) && readStamp(STAMP) === fingerprint) return
  await step('Building the client', () =>
    runProgram(PINNED_NODE, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      // With another value, as tests and some shells set it, the build is slower and names the files of this machine.
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  )
  // Its package exists only now, because the same command installs packages.
  const { buildHelp } = await import('./build-help.mjs')
  buildHelp(join(ROOT, 'dist', 'help'))
  writeFileSync(STAMP, fingerprint)
}
