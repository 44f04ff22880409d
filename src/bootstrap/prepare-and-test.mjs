import { compileServer } from './compile-server.mjs'
import { execNode } from './exec-node.mjs'
import { installPackages } from './install-packages.mjs'
import { orExplain } from './or-explain.mjs'
import { NODE_PROCESS } from './process-flags.mjs'

/** Tests have memory to spare, so they are spared the variables that have the product give it back at once. */
const { NODE_COMPILE_CACHE } = NODE_PROCESS.environment

/** Installs what is missing, compiles the server when its sources have changed, and becomes the test runner. */
export async function prepareAndTest() {
  await orExplain(async () => {
    await installPackages({ forTests: true })
    // A step process is killed, and so never keeps what it compiled: each of hundreds would compile for itself.
    await compileServer()
  })
  execNode(['test/run/run.ts', ...process.argv.slice(2)], { environment: { NODE_COMPILE_CACHE } })
}
