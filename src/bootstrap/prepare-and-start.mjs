import { buildClient } from './build-client.mjs'
import { compileServer } from './compile-server.mjs'
import { execNode } from './exec-node.mjs'
import { installPackages } from './install-packages.mjs'
import { orExplain } from './or-explain.mjs'

/** Installs what is missing, compiles the server and, for who serves it, builds the client when their sources have changed, and becomes the program. */
export async function prepareAndStart(program, { servesClient } = { servesClient: true }) {
  await orExplain(async () => {
    await installPackages()
    await Promise.all([compileServer(), servesClient && buildClient()])
  })
  execNode([program])
}
