import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { worksWith } from '../../src/server/store/database/migrate.ts'

const FOLDER = join(import.meta.dirname, '../../src/server/store/migrations')
/** Name and SHA-256 of each migration that a release has. */
const RELEASED = join(import.meta.dirname, 'released-migrations.json')

const released: Readonly<Record<string, string>> = JSON.parse(readFileSync(RELEASED, 'utf8'))
const migrations = readdirSync(FOLDER).map((name) => ({ name, sql: readFileSync(join(FOLDER, name), 'utf8') }))

it('never changes a migration that stores somewhere have applied', () => {
  const today = migrations.map(({ name, sql }) => [name, createHash('sha256').update(sql).digest('hex')])
  expect(Object.fromEntries(today)).toMatchObject(released)
  expect(Object.keys(released).length).toBeGreaterThan(30)
})

it('says in the first line of each new migration which versions can work with the store after it, or that none can', () => {
  const fresh = migrations.filter(({ name }) => !(name in released))
  const silent = fresh.filter(
    ({ sql }) => worksWith(sql) === null && !sql.startsWith('-- Processes of earlier versions stop.'),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})
