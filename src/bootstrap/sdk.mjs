import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { installPackages } from './install-packages.mjs'
import { orExplain } from './or-explain.mjs'
import { PINNED_NODE, ROOT } from './places.mjs'
import { runProgram } from './run-program.mjs'
import { step } from './step.mjs'

// `npm run sdk`: the package of the client for programs, in the folder that is named, or in the project's. The compiler is one of the packages of tests.
await orExplain(async () => {
  const target = resolve(process.argv[2] ?? ROOT)
  mkdirSync(target, { recursive: true })
  await installPackages({ forTests: true })
  await step('Packing the SDK', () =>
    runProgram(PINNED_NODE, [
      '--disable-warning=ExperimentalWarning',
      join('src', 'bootstrap', 'packaging', 'make-sdk.mjs'),
      target,
    ]),
  )
})
