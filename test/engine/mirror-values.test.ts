import { expect, it } from 'vitest'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, startMirror } from './mirror-support.ts'
import { type Database, freshDatabase, moveBetween, replace, run, statuses } from './move-between.ts'
import { TYPE_SETUP, typeProbes } from './type-probes.ts'

let server: RunningPostgres
let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ server, source, destination } = ends)
  },
  { settings: LOGICAL },
)

it('every value that comes from the log is the one that an ordinary copy has', async () => {
  const copied = await freshDatabase(server)
  for (const database of [source, destination, copied]) await run(database, TYPE_SETUP)
  // The log leaves out a part of XML documents; such columns are refused.
  const probes = typeProbes(await majorOf())
    .filter(({ type }) => type !== 'xml')
    .map((probe, number) => ({ ...probe, table: `v${number}` }))
  for (const { table, type } of probes) await run(source, `CREATE TABLE ${table} (id int PRIMARY KEY, v ${type})`)
  const tables = probes.map(({ table }) => [`public.${table}`, { columns: ['id', 'v'], key: ['id'] }] as const)
  const mirror = await startMirror(source, destination, Object.fromEntries(tables))
  await mirror.caughtUp()
  for (const { table, values } of probes)
    await run(source, `INSERT INTO ${table} VALUES ${values.map((value, id) => `(${id}, ${value})`).join(', ')}`)
  await mirror.caughtUp()
  const moved = await moveBetween(
    source,
    copied,
    probes.map(({ table }) => replace(`public.${table}`)),
  )
  expect(new Set(statuses(moved))).toEqual(new Set(['succeeded']))
  const differing: string[] = []
  for (const { table, id } of probes) {
    const rows = (database: Database) => run(database, `SELECT id, v::text AS v FROM ${table} ORDER BY id`)
    const [mirrored, copiedRows] = [await rows(destination), await rows(copied)]
    if (JSON.stringify(mirrored) !== JSON.stringify(copiedRows)) differing.push(id)
  }
  expect(differing).toEqual([])
  await mirror.stop()
})

it('a column of XML is refused, because its log is not complete', async () => {
  await run(source, 'CREATE TABLE x (id int PRIMARY KEY, v xml)')
  const mirror = await startMirror(source, destination, { 'public.x': { columns: ['id', 'v'], key: ['id'] } })
  await expect(mirror.ended).rejects.toMatchObject({ problem: { code: 'MIRROR_NOT_READY' } })
})
