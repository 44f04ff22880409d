import { join } from 'node:path'

import { buildClient } from '../build-client.mjs'
import { installPackages } from '../install-packages.mjs'
import { orExplain } from '../or-explain.mjs'
import { PINNED_NODE, ROOT } from '../places.mjs'
import { runProgram } from '../run-program.mjs'
import { step } from '../step.mjs'
import { placePackageManifest, restoreManifest } from './package-manifest.mjs'
import { writeLicences } from './write-licences.mjs'

// The first half of `npm pack`: builds what the package holds, and puts its manifest in place.
await orExplain(async () => {
  restoreManifest()
  await installPackages({ forTests: false })
  await buildClient()
  await step('Compiling the server', () =>
    runProgram(PINNED_NODE, [
      '--disable-warning=ExperimentalWarning',
      join('src', 'bootstrap', 'packaging', 'compile-package.mjs'),
    ]),
  )
  writeLicences(join(ROOT, 'build', 'licences.txt'))
  placePackageManifest()
})
