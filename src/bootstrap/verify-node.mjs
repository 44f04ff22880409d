import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { readStamp } from './fingerprint-of.mjs'
import { PINNED_NODE, ROOT } from './places.mjs'

/**
 * SHA-256 of the programs in the packages of the pinned Node, which npm fetches by a script: the lock file does not contain
 * them. They belong to this version; update them together with the pinned version.
 */
export const NODE_HASHES = {
  version: '24.21.0',
  programs: {
    'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
    'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
  },
}

/** The signer of Node for macOS, by its team name at Apple: the Node.js Runtime. */
const NODE_TEAM = 'HX7739G8FX'

const STAMP = join(ROOT, 'node_modules', '.cache', 'millrace', 'verified-node')

/** Fails, and removes the program, unless it is the Node that this repository expects. Checks each program once. */
export async function verifyNode({
  file = PINNED_NODE,
  platform = `${process.platform}-${process.arch}`,
  stamp = STAMP,
} = {}) {
  const { size, mtimeMs, ino } = statSync(file)
  const identity = `${NODE_HASHES.version} ${platform} ${size} ${mtimeMs} ${ino}`
  if (readStamp(stamp) === identity) return
  const problem = platform.startsWith('darwin-') ? signatureProblem(file) : await hashProblem(file, platform)
  if (problem) {
    // No later start may find it, because npm puts its folder first.
    rmSync(file)
    throw new Error(`The Node ${NODE_HASHES.version} that was fetched is not started, and was removed: ${problem}`)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, identity)
}

async function hashProblem(file, platform) {
  const expected = NODE_HASHES.programs[platform]
  if (!expected) return `src/bootstrap/verify-node.mjs holds no SHA-256 of it for ${platform}.`
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const found = hash.digest('hex')
  if (found === expected) return undefined
  return `its SHA-256 is ${found}, but must be ${expected}. Start again to fetch it anew; if that does not help, do not trust the place that npm fetches from.`
}

function signatureProblem(file) {
  const requirement = `=anchor apple generic and certificate leaf[subject.OU] = "${NODE_TEAM}"`
  const { status, stderr, error } = spawnSync('codesign', ['--verify', '--strict', `-R${requirement}`, file], {
    encoding: 'utf8',
  })
  return status === 0 ? undefined : `it is not signed by the Node.js Runtime (${(error?.message ?? stderr).trim()}).`
}
