import { basename } from 'node:path'

import { packagesMatchLock, postgresPackages, scriptsHaveRun } from './installed-packages.mjs'
import { runProgram } from './run-program.mjs'
import { step } from './step.mjs'

/** Makes node_modules what the lock file says; does nothing when it is. */
export async function installPackages() {
  if (!packagesMatchLock()) {
    // Not `npm ci`: it refuses a lock file when a registry lacks some package made for another platform.
    // No scripts: an optional dependency of the Auth emulator, which tests use, would be compiled for a minute, and never used.
    await step('Installing packages (the first time takes a minute or two)', () =>
      npm('install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'),
    )
  }
  if (!scriptsHaveRun()) {
    const names = postgresPackages().map((path) => path.split('node_modules/').at(-1))
    await step('Fetching the pinned Node and preparing Postgres', () => npm('rebuild', 'node', ...new Set(names)))
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
