import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from '../places.mjs'
import { licenceList } from './licence-list.mjs'
import { closureOf, importedBy } from './runtime-packages.mjs'

/** The folders of `src` whose code is in the client, with all that it imports. */
const CLIENT_LAYERS = ['ui', 'adapters', 'core', 'contract', 'composition']

const INTRODUCTION = `Packages whose code or fonts are in the folder "dist" of this package, each with its licence.
The font Inter is under the SIL Open Font License 1.1. The packages of the server come from the registry with their own
licences; the bundle has a list of them.

The tools that build "dist" are no part of this package. Two of them have licences with conditions of their own:
lightningcss (MPL-2.0) and the data of caniuse-lite (CC-BY-4.0, by caniuse.com).
`

/** The packages that the client is made of, as the lock file has them. */
export function clientPackages() {
  const files = CLIENT_LAYERS.flatMap((layer) =>
    readdirSync(join(ROOT, 'src', layer), { recursive: true, withFileTypes: true }),
  ).filter(({ name }) => /(?<!\.test|\.stories|\.d)\.tsx?$/.test(name))
  return closureOf(importedBy(files))
}

/** Names all licences that come with the client, in a file that the package carries. */
export function writeLicences(file) {
  writeFileSync(file, `${INTRODUCTION}\n${'-'.repeat(72)}\n\n${licenceList(clientPackages(), ROOT)}`)
}
