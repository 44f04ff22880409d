import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { hasTestPackages, packagesMatchLock } from './installed-packages.mjs'
import { removeHeaders } from './node-headers.mjs'
import { npm } from './npm.mjs'
import { PINNED_NODE } from './places.mjs'
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
      removeHeaders(join(dirname(dirname(PINNED_NODE)), 'node_modules'))
    })
  }
  // Before any code runs on it: npm's own scripts would.
  await verifyNode()
}
