import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findMariadb, systemTablesIn } from './find-mariadb.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

it.each([
  ['10.11', 'share/mysql', 'mysql'],
  ['11 and later', 'share/mariadb', 'mariadb'],
])('MariaDB %s of this machine is found by its server and the definitions of its system tables', (_, share, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-find-mariadb-'))
  folders.push(folder)
  const files = ['tables', 'tables_data'].map((file) => join(folder, share, `${name}_system_${file}.sql`))
  for (const place of ['sbin', share]) mkdirSync(join(folder, place), { recursive: true })
  for (const file of [join(folder, 'sbin/mariadbd'), ...files]) writeFileSync(file, '')
  const found = findMariadb(join(folder, 'sbin'))
  expect(found).toEqual({ server: join(folder, 'sbin/mariadbd'), share: join(folder, share) })
  expect(systemTablesIn(join(folder, share))).toEqual(files)
})
