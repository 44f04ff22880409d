import { buildClient } from './build-client.mjs'
import { compileServer } from './compile-server.mjs'
import { installPackages } from './install-packages.mjs'
import { orExplain } from './or-explain.mjs'

const servesClient = process.argv.includes('--client')

await orExplain(async () => {
  await installPackages({ forTests: false })
  await Promise.all([compileServer(), servesClient && buildClient()])
})
