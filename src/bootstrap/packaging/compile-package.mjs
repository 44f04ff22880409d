import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { compressBrotli } from '../compress-client.mjs'
import { ROOT } from '../places.mjs'
import { SERVER_LAYERS } from './server-layers.mjs'
import { filesOf, toJavaScript } from './to-javascript.mjs'

const LEFT_OUT = /\.test\.tsx?$|\/tsconfig\.json$|\.md$|\/compile-ahead\.ts$/

const BUILD = join(ROOT, 'build')

/** Writes the server as JavaScript: Node runs no TypeScript in node_modules. Line numbers stay those of the sources. */
function compile() {
  rmSync(BUILD, { recursive: true, force: true })
  for (const layer of SERVER_LAYERS) {
    for (const file of filesOf(join(ROOT, 'src', layer)).filter((path) => !LEFT_OUT.test(path))) {
      const target = join(BUILD, relative(join(ROOT, 'src'), file))
      mkdirSync(dirname(target), { recursive: true })
      if (file.endsWith('.ts')) writeFileSync(target.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(file, 'utf8')))
      else cpSync(file, target)
    }
  }
  cpSync(join(ROOT, 'src', 'bootstrap', 'packed'), join(BUILD, 'bootstrap', 'packed'), {
    recursive: true,
    filter: (path) => !/\.(test\.ts|d\.mts)$/.test(path),
  })
  for (const name of importedFrom('packed'))
    cpSync(join(ROOT, 'src', 'bootstrap', name), join(BUILD, 'bootstrap', name))
}

/** The files beside the folder that its files need, directly or not. */
function importedFrom(folder) {
  const bootstrap = join(ROOT, 'src', 'bootstrap')
  const imports = (path) =>
    [...readFileSync(path, 'utf8').matchAll(/from '\.{1,2}\/([\w-]+\.mjs)'/g)].map(([, name]) => name)
  const inFolder = readdirSync(join(bootstrap, folder))
  const found = new Set(
    inFolder.filter((name) => name.endsWith('.mjs')).flatMap((name) => imports(join(bootstrap, folder, name))),
  )
  for (const own of inFolder) found.delete(own)
  for (const name of found) for (const needed of imports(join(bootstrap, name))) found.add(needed)
  return found
}

/** Replaces what a build compressed quickly: a package is built once, and read over networks. */
const compressAtItsBest = () =>
  Promise.all(
    filesOf(join(ROOT, 'dist'))
      .filter((path) => path.endsWith('.br'))
      .map(async (path) => writeFileSync(path, await compressBrotli(readFileSync(path.slice(0, -3)), 11))),
  )

compile()
await compressAtItsBest()
