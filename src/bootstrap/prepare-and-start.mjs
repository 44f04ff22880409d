import { buildClient } from './build-client.mjs'
import { compileServer } from './compile-server.mjs'
import { execNode } from './exec-node.mjs'
import { installPackages } from './install-packages.mjs'
import { orExplain } from './or-explain.mjs'

/** Installs missing packages, compiles the server and, for processes that serve it, builds the client if their sources changed, and becomes the program. */
export async function prepareAndStart(args, { servesClient } = { servesClient: true }) {
  await orExplain(async () => {
    await installPackages({ forTests: false })
    await Promise.all([compileServer(), servesClient && buildClient()])
  })
  execNode(args)
}
