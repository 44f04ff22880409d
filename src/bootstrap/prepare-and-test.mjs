import { execNode } from './exec-node.mjs'
import { installPackages } from './install-packages.mjs'
import { orExplain } from './or-explain.mjs'

/** Installs missing packages and becomes the test runner. */
export async function prepareAndTest() {
  await orExplain(installPackages)
  execNode(['test/run/run.ts', ...process.argv.slice(2)])
}
