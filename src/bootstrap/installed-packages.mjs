import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './places.mjs'

const INSTALLED = join('node_modules', '.package-lock.json')

/**
 * Whether node_modules matches the lock file; npm writes its own list there after a complete installation. What only tests need
 * may be missing, unless it is for them.
 */
export function packagesMatchLock({ forTests }) {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages(INSTALLED)
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, optional, peer, dev, devOptional }]) => {
    if (path === '') return true
    const found = installed[path]
    if (found) return found.version === version
    // Packages of other platforms are listed, but not installed.
    return Boolean(optional || peer || (!forTests && (dev || devOptional)))
  })
}

/** Whether packages that only tests need are installed. */
export const hasTestPackages = () => Object.values(readPackages(INSTALLED) ?? {}).some(({ dev }) => dev)

const readPackages = (path) => readJson(path)?.packages

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  } catch {
    return undefined
  }
}
