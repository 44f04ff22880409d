import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from '../places.mjs'
import { runtimeDependencies } from './runtime-packages.mjs'

const MANIFEST = join(ROOT, 'package.json')

/** The repository's own manifest while the package's is in its place. */
const ASIDE = join(ROOT, '.own-package.json')

/** Puts the manifest of the package in place of the repository's, with the packages of the server alone, for as long as npm packs. */
export function placePackageManifest() {
  const own = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const { name, version, description, license, type, engines } = own
  const dependencies = runtimeDependencies(join(ROOT, 'build'))
  const bin = { millrace: 'build/bootstrap/packed/millrace.mjs' }
  const files = ['build', 'dist', '!dist/.built-from', '!dist/.vite', 'CHANGELOG.md']
  const manifest = { name, version, description, license, type, bin, files, engines, dependencies }

  renameSync(MANIFEST, ASIDE)
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Undoes it; also at the next time, if packing was interrupted. */
export function restoreManifest() {
  if (existsSync(ASIDE)) renameSync(ASIDE, MANIFEST)
}
