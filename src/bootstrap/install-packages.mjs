import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { fetchNode } from './fetch-node.mjs'
import { hasTestPackages, packagesMatchLock } from './installed-packages.mjs'
import { npm } from './npm.mjs'
import { PINNED_NODE, ROOT } from './places.mjs'
import { step } from './step.mjs'
import { removeUnused } from './unused-files.mjs'
import { verifyNode } from './verify-node.mjs'

const PACKAGES = join(ROOT, 'node_modules')

/** Where the pinned Node waits for the rest of the packages. npm leaves this folder alone. */
const FETCHED = join(PACKAGES, '.cache', 'millrace', 'fetched-node')

/** Makes node_modules match the lock file, with the packages of tests if they are wanted; does nothing if it already does. */
export async function installPackages({ forTests }) {
  // A fifth of all bytes: the network has it ready while npm is busy with the rest.
  const early = existsSync(PINNED_NODE) ? undefined : fetchNode(FETCHED)
  early?.catch(() => {})
  if (!packagesMatchLock({ forTests })) {
    // What tests need stays once it is there: a start after them would remove it only for the next test to fetch it.
    const omitted = forTests || hasTestPackages() ? [] : ['--omit=dev']
    const howLong = omitted.length > 0 ? 'the first time takes half a minute' : 'the first time takes a minute or two'
    await step(`Installing packages (${howLong})`, async () => {
      // Not `npm ci`: it refuses a lock file when a registry does not have some package of another platform.
      // No scripts: an optional dependency of the Auth emulator, which tests use, would be compiled for a minute and never used.
      await npm('install', ...omitted, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund')
      if (omitted.length > 0) await removeUnused(PACKAGES)
    })
  }
  // Also after npm has replaced its package by a newer one.
  if (!existsSync(PINNED_NODE)) {
    await step('Fetching the pinned Node', async () => {
      const file = await (early ?? fetchNode(FETCHED))
      mkdirSync(dirname(PINNED_NODE), { recursive: true })
      renameSync(file, PINNED_NODE)
      rmSync(FETCHED, { recursive: true })
      // Gives it its place among the commands of packages, which npm passes over while the program is missing.
      await npm('rebuild', 'node', '--ignore-scripts')
    })
  }
  // Before any code runs on it: npm's own scripts would.
  await verifyNode()
}
