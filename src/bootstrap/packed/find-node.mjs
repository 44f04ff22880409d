import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { fetchNode, nodeIn } from '../fetch-node.mjs'
import { ROOT } from '../places.mjs'
import { isOlder } from '../refuse-old-node.mjs'
import { step } from '../step.mjs'
import { NODE_HASHES, verifyNode } from '../verify-node.mjs'

/** The first Node that runs the program as it is. */
const RECENT = [24, 2]

/** A Node that runs the program: the one of a bundle, ours if it is recent, or else one that is fetched once into the cache folder. */
export async function findNode(cache) {
  const bundled = join(ROOT, 'node', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(bundled)) return bundled
  const own = process.versions.node
  if (!isOlder(own, RECENT)) return process.execPath

  const { version } = NODE_HASHES
  const folder = join(cache, `node-${version}`)
  const file = nodeIn(folder)
  if (!existsSync(file))
    await step(`Fetching Node ${version}, because this is Node ${own} (once)`, () => fetchNode(folder))
  await verifyNode({ file, stamp: join(folder, 'verified') })
  return file
}
