import { join } from 'node:path'

import { execNode } from '../exec-node.mjs'
import { orExplain } from '../or-explain.mjs'
import { ROOT } from '../places.mjs'
import { NODE_PROCESS } from '../process-flags.mjs'
import { findNode } from './find-node.mjs'
import { platformFolders } from './platform-folders.mjs'

/** Runs the program of the installed package, with its data where the platform keeps them. */
export async function runPacked(args) {
  const { data, cache } = platformFolders()
  await orExplain(async () => {
    const node = await findNode(cache)
    execNode([join(ROOT, 'build', 'server', 'millrace.js'), ...args], {
      node,
      folder: process.cwd(),
      environment: { ...NODE_PROCESS.environment, DATA_DIR: data, NODE_COMPILE_CACHE: join(cache, 'compiled') },
    })
  })
}
