import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { linkLibraries } from './link-libraries.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'millrace-links-')), 'native')
  await mkdir(join(folder, 'lib'), { recursive: true })
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const LINKS = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
]

it('gives Postgres the links between its libraries when npm has run no script, however many processes start', async () => {
  await writeFile(join(folder, 'lib', 'libpq.so.5.18'), '')
  await writeFile(join(folder, 'pg-symlinks.json'), JSON.stringify(LINKS))
  await Promise.all([linkLibraries(folder), linkLibraries(folder), linkLibraries(folder)])
  expect(await readlink(join(folder, 'lib', 'libpq.so'))).toBe('libpq.so.5.18')
  expect(await readlink(join(folder, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
})

it('needs no list, because packages of some systems have none', async () => {
  await expect(linkLibraries(folder)).resolves.toBeUndefined()
})
