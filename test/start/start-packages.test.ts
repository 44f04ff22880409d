import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { isUnused } from '../../src/bootstrap/unused-files.mjs'
import { startPackages } from '../support/start-packages.ts'
import { cleanUp, ROOT, temporaryFolder } from './launch.ts'

afterEach(cleanUp)

const PACKAGES = join(ROOT, 'node_modules')

const LOCKED = {
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/vitest': { version: '5.0.0', dev: true },
  'node_modules/fsevents': { version: '2.0.0', optional: true },
}

describe('what is installed', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    await mkdir(join(folder, 'src'))
    await mkdir(join(folder, 'node_modules'))
    await symlink(join(ROOT, 'src', 'bootstrap'), join(folder, 'src', 'bootstrap'))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCKED }))
  })

  /** @returns whether what is installed is enough to start, and to test */
  async function isEnough(packages: object) {
    await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
    const script = `
      const { packagesMatchLock, hasTestPackages } = await import('./src/bootstrap/installed-packages.mjs')
      const [start, test] = [false, true].map((forTests) => packagesMatchLock({ forTests }))
      console.log(JSON.stringify({ start, test, keeps: hasTestPackages() }))`
    const args = ['--preserve-symlinks', '--input-type=module', '--eval', script]
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })) as object
  }

  it('by a start is enough for a start, and not for tests', async () => {
    const { 'node_modules/hono': hono } = LOCKED
    expect(await isEnough({ 'node_modules/hono': hono })).toEqual({ start: true, test: false, keeps: false })
  })

  it('by tests is enough for both, and a start keeps it', async () => {
    const { 'node_modules/fsevents': _, ...here } = LOCKED
    expect(await isEnough(here)).toEqual({ start: true, test: true, keeps: true })
  })

  it('in another version is not enough, also of what only tests need', async () => {
    const other = { version: '1.0.0' }
    const neither = { start: false, test: false }
    expect(await isEnough({ ...LOCKED, 'node_modules/hono': other })).toMatchObject(neither)
    expect(await isEnough({ ...LOCKED, 'node_modules/vitest': { ...other, dev: true } })).toMatchObject(neither)
  })
})

it('takes at most 460 MB on the disk for a start', async () => {
  const seen = new Set<number>()
  const sizes = await Promise.all(Object.keys(startPackages().packages).map((path) => sizeOf(join(ROOT, path), seen)))
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
  expect(megabytes).toBeGreaterThan(300)
  expect(megabytes).toBeLessThan(460)
})

/** Bytes on the disk of all below the path that a start keeps. A file with two names counts once. */
async function sizeOf(path: string, seen: Set<number>): Promise<number> {
  const status = await lstat(path)
  if (seen.has(status.ino) || isUnused(relative(PACKAGES, path))) return 0
  seen.add(status.ino)
  const below = status.isDirectory() ? await readdir(path) : []
  const sizes = await Promise.all(below.map((name) => sizeOf(join(path, name), seen)))
  return sizes.reduce((sum, size) => sum + size, status.blocks * 512)
}
