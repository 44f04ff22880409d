import { existsSync } from 'node:fs'
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

import { NODE_HASHES, verifyNode } from '../../src/bootstrap/verify-node.mjs'
import { cleanUp, ROOT, temporaryFolder } from './launch.ts'

afterEach(cleanUp)

/** As npm has fetched it, and where its being verified is noted. */
async function fetched(): Promise<{ file: string; stamp: string }> {
  const folder = await temporaryFolder()
  const file = join(folder, 'node')
  await copyFile(join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'), file)
  return { file, stamp: join(folder, 'cache', 'verified') }
}

it('is the version of which the repository holds the hashes', async () => {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(NODE_HASHES.version).toBe(dependencies.node)
  for (const hash of Object.values(NODE_HASHES.programs)) expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

it('is started when it is what the repository means', async () => {
  const { file, stamp } = await fetched()
  await verifyNode({ file, stamp })
  await verifyNode({ file, stamp })
  expect(existsSync(file)).toBe(true)
})

it('is removed when one byte differs, also when it was right before', async () => {
  const { file, stamp } = await fetched()
  await verifyNode({ file, stamp })
  await appendFile(file, 'x')
  await expect(verifyNode({ file, stamp })).rejects.toThrow(
    /is not started, and was removed: its SHA-256 is|is not signed/,
  )
  expect(existsSync(file)).toBe(false)
})

it('is not believed on a platform of which no hash is known', async () => {
  const { file, stamp } = await fetched()
  await expect(verifyNode({ file, stamp, platform: 'sunos-x64' })).rejects.toThrow(
    'holds no SHA-256 of it for sunos-x64',
  )
})

it('is not believed on macOS without the signature of the Node.js Runtime', async () => {
  const { file, stamp } = await fetched()
  await writeFile(file, '#!/bin/sh\n')
  await expect(verifyNode({ file, stamp, platform: 'darwin-arm64' })).rejects.toThrow(
    'is not signed by the Node.js Runtime',
  )
  expect(existsSync(file)).toBe(false)
})
