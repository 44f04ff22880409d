import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { PINNED_NODE, ROOT } from '../places.mjs'
import { runProgram } from '../run-program.mjs'
import { checksumLine } from './checksums.mjs'
import { licenceList } from './licence-list.mjs'
import { closureOf } from './runtime-packages.mjs'
import { sbomOf } from './sbom.mjs'

const LAUNCHER = `#!/bin/sh
# Runs Millrace with the Node of this folder; nothing is fetched.
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec "$folder/node/node" "$folder/build/bootstrap/packed/millrace.mjs" "$@"
`

const LAUNCHER_WINDOWS = '@"%~dp0node\\node.exe" "%~dp0build\\bootstrap\\packed\\millrace.mjs" %*\r\n'

/**
 * Makes, beside the package, one archive with it, all that it needs on this platform, and Node: for places without a network.
 * @returns the paths of the archive, its checksum, the list of licences and the bill of materials
 */
export async function makeBundle(packageFile, folder) {
  const { version, name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const title = `${name}-${version}-${process.platform}-${process.arch}`
  const content = join(folder, title)
  rmSync(content, { recursive: true, force: true })
  mkdirSync(content, { recursive: true })
  await runProgram('tar', ['-xzf', packageFile, '-C', content, '--strip-components=1'])
  const manifest = JSON.parse(readFileSync(join(content, 'package.json'), 'utf8'))
  const packages = installedOf(closureOf(manifest.dependencies))
  for (const path of Object.keys(packages)) copyPackage(path, content)
  const postgres = Object.keys(packages).find((path) => path.includes('@embedded-postgres/'))
  await linkPostgres(content, postgres)
  addNode(content)

  const paths = {
    archive: join(folder, `${title}.tar.gz`),
    checksum: join(folder, `${title}.tar.gz.sha256`),
    licences: join(folder, `${title}.licences.txt`),
    sbom: join(folder, `${title}.cdx.json`),
  }
  writeFileSync(paths.licences, licenceList(packages, content))
  writeFileSync(paths.sbom, `${JSON.stringify(sbomOf(manifest, packages), null, 2)}\n`)
  copyFileSync(paths.licences, join(content, 'licences.txt'))
  copyFileSync(paths.sbom, join(content, 'sbom.cdx.json'))
  await runProgram('tar', ['-czf', paths.archive, '-C', folder, title])
  rmSync(content, { recursive: true })
  writeFileSync(paths.checksum, await checksumLine(paths.archive))
  return paths
}

/** Those of this platform, each with its licence: the lock file has none that is written in the old way. */
const installedOf = (packages) =>
  Object.fromEntries(
    Object.entries(packages)
      .filter(([path]) => existsSync(join(ROOT, path)))
      .map(([path, entry]) => [path, { ...entry, license: entry.license ?? licenceOf(path) }]),
  )

function licenceOf(path) {
  const { licenses = [] } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
  return licenses.map(({ type }) => type).join(' OR ') || undefined
}

/** Without packages inside of it: they are packages of the list, or not needed. */
const copyPackage = (path, content) =>
  cpSync(realpathSync(join(ROOT, path)), join(content, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => basename(from) !== 'node_modules',
  })

/** So that the server needs to write nothing into its own folder. */
async function linkPostgres(content, path) {
  const code = join(content, 'build', 'server', 'store', 'embedded-postgres', 'link-libraries.js')
  const { linkLibraries } = await import(pathToFileURL(code).href)
  await linkLibraries(join(content, path, 'native'))
}

function addNode(content) {
  const target = join(content, 'node', basename(PINNED_NODE))
  mkdirSync(dirname(target))
  copyFileSync(PINNED_NODE, target)
  writeFileSync(join(content, 'millrace'), LAUNCHER)
  writeFileSync(join(content, 'millrace.cmd'), LAUNCHER_WINDOWS)
  for (const program of [target, join(content, 'millrace')]) chmodSync(program, 0o755)
}
