import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

import { ROOT } from '../places.mjs'

const SPECIFIER =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\bimport\.meta\.resolve\(\s*)['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/g

/** Optional add-ons that npm would compile, and that are never used: ssh2 has Node's own cryptography. */
const NEVER_USED = new Set(['cpu-features'])

const readJson = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))

/** The packages that the compiled code in the folder imports, with their exact versions. */
export function runtimeDependencies(folder) {
  return importedBy(
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) => name.endsWith('.js')),
  )
}

/** Those of our dependencies that the files import. @param files entries of folders */
export function importedBy(files) {
  const { dependencies } = readJson('package.json')
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const imported = new Set(texts.flatMap((text) => [...text.matchAll(SPECIFIER)].map(([, name]) => name)))
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => imported.has(name)))
}

/**
 * These packages and all that they need, as the lock file has them: entries by path, such as `node_modules/pg`. Packages of all
 * platforms are among them.
 */
export function closureOf(names) {
  const { packages } = readJson('package-lock.json')
  const found = {}
  const waiting = Object.keys(names).map((name) => find(packages, '', name))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found[path]) continue
    found[path] = packages[path]
    for (const name of needsOf(packages[path])) {
      const needed = find(packages, path, name)
      if (needed !== undefined) waiting.push(needed)
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)))
}

const needsOf = ({ dependencies = {}, optionalDependencies = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !NEVER_USED.has(name))

/** The package of this name that Node finds from the path; undefined if it is optional and not locked. */
export function find(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'node_modules', name)
    if (packages[path]) return path
    if (folder === '' || folder === '.') return undefined
  }
}
