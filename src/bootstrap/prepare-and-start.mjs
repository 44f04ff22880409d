import { buildClient } from './build-client.mjs'
import { handOver } from './hand-over.mjs'
import { installPackages } from './install-packages.mjs'
import { orExplain } from './or-explain.mjs'

/** Installs what is missing, builds the client for who serves it when its sources have changed, and becomes the program. */
export async function prepareAndStart(program, { servesClient } = { servesClient: true }) {
  await orExplain(async () => {
    await installPackages()
    if (servesClient) await buildClient()
  })
  handOver([program])
}
