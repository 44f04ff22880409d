import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './places.mjs'

/** Changes with the content of these files and folders, given relative to the project's folder; tests are not included. */
export function fingerprintOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf)) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

/** The stored fingerprint of an earlier build; undefined if there is none. */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The files below a path, in an order that does not depend on the file system. */
function filesOf(path) {
  if (!existsSync(join(ROOT, path))) return []
  const isFolder = !/\.[a-z]+$/.test(path)
  if (!isFolder) return [path]
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort()
}
