import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { npm } from '../npm.mjs'
import { orExplain } from '../or-explain.mjs'
import { ROOT } from '../places.mjs'
import { step } from '../step.mjs'
import { makeBundle } from './make-bundle.mjs'

// `npm run bundle`: the package and the bundle of this platform, in the folder that is named, or in the project's.
await orExplain(async () => {
  const target = resolve(process.argv[2] ?? ROOT)
  mkdirSync(target, { recursive: true })
  const folder = mkdtempSync(join(target, '.pack-'))
  try {
    await step('Packing', () => npm('pack', '--pack-destination', folder))
    const [name] = readdirSync(folder)
    renameSync(join(folder, name), join(target, name))
    await step('Making the bundle', () => makeBundle(join(target, name), target))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
