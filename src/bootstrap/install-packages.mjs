import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { hasTestPackages, packagesMatchLock } from './installed-packages.mjs'
import { PINNED_NODE } from './places.mjs'
import { runProgram } from './run-program.mjs'
import { step } from './step.mjs'
import { verifyNode } from './verify-node.mjs'

/** Makes node_modules match the lock file, with the packages of tests if they are wanted; does nothing if it already does. */
export async function installPackages({ forTests }) {
  if (!packagesMatchLock({ forTests })) {
    // What tests need stays once it is there: a start after them would remove it only for the next test to fetch it.
    const omitted = forTests || hasTestPackages() ? [] : ['--omit=dev']
    const howLong = omitted.length > 0 ? 'the first time takes half a minute' : 'the first time takes a minute or two'
    // Not `npm ci`: it refuses a lock file when a registry does not have some package of another platform.
    // No scripts: an optional dependency of the Auth emulator, which tests use, would be compiled for a minute and never used.
    await step(`Installing packages (${howLong})`, () =>
      npm('install', ...omitted, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'),
    )
  }
  if (!existsSync(PINNED_NODE)) {
    await step('Fetching the pinned Node', async () => {
      await npm('rebuild', 'node')
      removeHeaders()
    })
  }
  // Before any code runs on it: npm's own scripts would.
  await verifyNode()
}

/** Node comes with 67 MB for compiling add-ons, which nobody does here. */
function removeHeaders() {
  const packages = join(dirname(dirname(PINNED_NODE)), 'node_modules')
  for (const name of readdirSync(packages).filter((entry) => entry.startsWith('node-'))) {
    for (const folder of ['include', 'share']) rmSync(join(packages, name, folder), { recursive: true, force: true })
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
