import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { PINNED_NODE, ROOT } from './places.mjs'
import { runProgram } from './run-program.mjs'
import { step } from './step.mjs'

const INPUTS = [
  'src/index.html',
  'src/contract',
  'src/core',
  'src/adapters',
  'src/ui',
  'src/composition',
  'vite.config.ts',
  'src/bootstrap',
  'package-lock.json',
]
const STAMP = join('dist', '.built-from')

/** Builds the client into `dist` unless it was built from these very sources. */
export async function buildClient() {
  const fingerprint = fingerprintOf(INPUTS)
  if (existsSync(join(ROOT, 'dist', 'index.html')) && stamp() === fingerprint) return
  await step('Building the client', () =>
    runProgram(PINNED_NODE, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']),
  )
  writeFileSync(join(ROOT, STAMP), fingerprint)
}

function stamp() {
  try {
    return readFileSync(join(ROOT, STAMP), 'utf8')
  } catch {
    return undefined
  }
}

function fingerprintOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf)) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

/** The files below a path, in an order that does not depend on the file system; tests are no part of a build. */
function filesOf(path) {
  if (!existsSync(join(ROOT, path))) return []
  const isFolder = !/\.[a-z]+$/.test(path)
  if (!isFolder) return [path]
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort()
}
