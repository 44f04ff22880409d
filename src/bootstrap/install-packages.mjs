import { existsSync } from 'node:fs'
import { basename } from 'node:path'

import { packagesMatchLock, postgresIsPrepared, postgresPackages } from './installed-packages.mjs'
import { PINNED_NODE } from './places.mjs'
import { runProgram } from './run-program.mjs'
import { step } from './step.mjs'
import { verifyNode } from './verify-node.mjs'

/** Makes node_modules match the lock file; does nothing if it already does. */
export async function installPackages() {
  if (!packagesMatchLock()) {
    // Not `npm ci`: it refuses a lock file when a registry does not have some package of another platform.
    // No scripts: an optional dependency of the Auth emulator, which tests use, would be compiled for a minute and never used.
    await step('Installing packages (the first time takes a minute or two)', () =>
      npm('install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'),
    )
  }
  if (!existsSync(PINNED_NODE)) await step('Fetching the pinned Node', () => npm('rebuild', 'node'))
  // Before any code runs on it: npm's own scripts would.
  await verifyNode()
  if (!postgresIsPrepared()) {
    const names = postgresPackages().map((path) => path.split('node_modules/').at(-1))
    await step('Preparing Postgres', () => npm('rebuild', ...new Set(names)))
  }
}

const QUIETLY = '--loglevel=error'

/** The npm that runs us, or the one on the path. */
function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js')
    return runProgram(process.env.npm_node_execpath ?? process.execPath, [cli, ...args, QUIETLY])
  return runProgram('npm', [...args, QUIETLY], { shell: process.platform === 'win32' })
}
