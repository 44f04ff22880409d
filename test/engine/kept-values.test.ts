import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, moveBetween, problems, replace, run } from './move-between.ts'
import { moveTable } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const UPSERT = { mode: 'upsert', key: ['id'] } as const
const upsert = (more: Partial<StreamRequest> = {}) =>
  moveBetween(source, destination, [{ ...replace('public.t'), ...UPSERT, ...more }])

describe('a key that is spelled in another way now', () => {
  it.each([
    ['numeric', '1', '1.00'],
    ['interval', '1 day', '24:00:00'],
    ['numeric[]', '{1}', '{1.0}'],
    ['text COLLATE loose', 'abc', 'ABC'],
  ])('arrives as it is at the source (%s)', async (type, before, now) => {
    const loose = `CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`
    for (const end of [source, destination]) await run(end, loose, `CREATE TABLE t (id ${type} PRIMARY KEY, v int)`)
    await run(source, `INSERT INTO t VALUES ('${now}', 2)`)
    await run(destination, `INSERT INTO t VALUES ('${before}', 1)`)
    expect(problems(await upsert())).toEqual([undefined])
    expect(await run(destination, 'SELECT id::text, v FROM t')).toEqual([{ id: now, v: '2' }])
  })

  it('arrives in MySQL', async () => {
    const table = 'CREATE TABLE t (id varchar(9) COLLATE utf8mb4_general_ci PRIMARY KEY, v int)'
    await runMysql(from, table, `INSERT INTO t VALUES ('ABC', 2), ('é', 3), ('x ', 4)`)
    await runMysql(to, table, `INSERT INTO t VALUES ('abc', 1), ('e', 1), ('x', 1)`)
    expect(problems(await moveTable({ from, to }, UPSERT))).toEqual([undefined])
    const rows = 'SELECT HEX(id) AS id, v FROM t ORDER BY v'
    expect(await runMysql(to, rows)).toEqual(await runMysql(from, rows))
  })
})

it.each([
  ['upsert', { key: ['e'] }, []],
  ['replace', { mode: 'replace' }, ['CREATE TABLE child (e text REFERENCES t)']],
] as const)('a generated identity that the source has changed stops the run (%s)', async (_, stream, more) => {
  const table = 'CREATE TABLE t (e text PRIMARY KEY, id int GENERATED ALWAYS AS IDENTITY)'
  const row = (id: number) => `INSERT INTO t OVERRIDING SYSTEM VALUE VALUES ('a', ${id})`
  await run(source, table, row(7))
  await run(destination, table, row(3), ...more)
  const [problem] = problems(await upsert(stream))
  expect(problem && inEnglish(problem.message)).toBe(
    'Rows of public.t have other values in id at the source, and the target does not let them change: it is GENERATED ALWAYS AS IDENTITY.',
  )
})

it('a key that the target computes is refused before a row is read', async () => {
  const table = `CREATE TABLE t (a int, id text GENERATED ALWAYS AS (a::text) STORED PRIMARY KEY)`
  for (const end of [source, destination]) await run(end, table)
  expect(problems(await upsert())).toMatchObject([{ code: 'TARGET_MISMATCH' }])
})

describe('a time that MySQL sets at each change', () => {
  const TABLE = 'CREATE TABLE t (id int PRIMARY KEY, at timestamp NOT NULL ON UPDATE CURRENT_TIMESTAMP'
  const at = '2020-01-01 00:00:00'

  it('stays when a row is marked as gone, and when it is there again', async () => {
    await runMysql(from, `${TABLE})`, `INSERT INTO t VALUES (1, '${at}')`)
    await runMysql(to, `${TABLE}, gone datetime(6))`, `INSERT INTO t VALUES (1, '${at}', NOW()), (2, '${at}', NULL)`)
    const stream = { ...UPSERT, cursor: { column: 'id', after: '99999' }, vanished: { limit: 100, column: 'gone' } }
    expect(problems(await moveTable({ from, to }, stream))).toEqual([undefined])
    expect(await runMysql(to, 'SELECT id, at, gone IS NULL AS here FROM t ORDER BY id')).toEqual([
      { id: '1', at, here: '1' },
      { id: '2', at, here: '0' },
    ])
  })
})

describe('a missing value in a column of MySQL that would get one of its own', () => {
  it.each([
    ['timestamp NULL', 'timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP', ''],
    ['int', 'int NOT NULL AUTO_INCREMENT UNIQUE', ''],
    ['int', 'int NOT NULL AUTO_INCREMENT UNIQUE', 'without LOAD DATA'],
  ])('is refused (%s, %s %s)', async (type, own, without) => {
    await runMysql(from, `CREATE TABLE t (id int PRIMARY KEY, v ${type})`, 'INSERT INTO t VALUES (1, NULL)')
    await runMysql(to, `CREATE TABLE t (id int PRIMARY KEY, v ${own})`)
    if (without !== '') await runMysql(to, 'SET GLOBAL local_infile = 0')
    const [problem] = problems(await moveTable({ from, to }, { mode: 'replace' }))
    if (without !== '') await runMysql(to, 'SET GLOBAL local_infile = 1')
    expect(problem && inEnglish(problem.message)).toMatch(/^Row 1, column "v"/)
  })
})

it('a replaced table gets no rights that new tables of the account have', async () => {
  const rights = `SELECT grantee FROM information_schema.role_table_grants WHERE table_name = 't' AND grantee <> current_user`
  for (const end of [source, destination]) await run(end, 'CREATE TABLE t (id int PRIMARY KEY)')
  await run(destination, 'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC')
  expect(problems(await moveBetween(source, destination, [replace('public.t')]))).toEqual([undefined])
  expect(await run(destination, rights)).toEqual([])
})
