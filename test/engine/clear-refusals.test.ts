import { expect, it } from 'vitest'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, moveBetween, problems, replace, run, statuses } from './move-between.ts'
import { moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

it('says how a materialized view is filled that never was, and does not try it again', async () => {
  await run(source, 'CREATE MATERIALIZED VIEW v AS SELECT 1 AS a WITH NO DATA')
  expect(problems(await moveBetween(source, destination, [replace('public.v')]))).toMatchObject([
    {
      code: 'VIEW_NOT_FILLED',
      message: says('The materialized view public.v was never filled.'),
      hint: says('Fill it, then run again: REFRESH MATERIALIZED VIEW "public"."v".'),
      retryable: false,
    },
  ])
  await run(source, 'REFRESH MATERIALIZED VIEW v')
  expect(statuses(await moveBetween(source, destination, [replace('public.v')]))).toEqual(['succeeded'])
})

it('names the key that has no value in an upsert into MySQL', async () => {
  await runMysql(from, 'CREATE TABLE t (id int, v int)', 'INSERT INTO t VALUES (1, 1), (NULL, 2)')
  expect(problems(await moveTable({ from, to }, { mode: 'upsert', key: ['id'] }))).toMatchObject([
    {
      code: 'KEY_IS_NULL',
      message: says(`Rows of ${to.database}.t have no value in their key (id).`),
      retryable: false,
    },
  ])
})

it('says how many columns a table of MySQL has at most', async () => {
  const columns = Array.from({ length: 1_100 }, (_, n) => `c${n} int`).join(', ')
  await run(source, `CREATE TABLE wide (${columns})`)
  const result = await moveAcross(endpointOf(source), mysqlEndpoint(to), [replace('public.wide')])
  expect(problems(result)).toMatchObject([
    {
      code: 'TOO_MANY_COLUMNS',
      message: says(`A MySQL table has at most 1,017 columns, but ${to.database}.wide would have 1,100.`),
    },
  ])
})

it('takes a host for what it is, whatever spaces stand around it', async () => {
  await run(source, 'CREATE TABLE t (id int)')
  const host = ` ${source.host} `
  const result = await moveBetween(endpointOf(source, { host }), endpointOf(destination, { host }), [])
  expect(statuses(result)).toEqual(['succeeded'])
})

it('names the column of MySQL that must have a value, and the row that has none', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, note text)', `INSERT INTO t VALUES (1, 'a'), (2, NULL)`)
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, note varchar(9) NOT NULL)')
  const result = await moveAcross(endpointOf(source), mysqlEndpoint(to), [replace('public.t')])
  expect(problems(result)).toMatchObject([
    {
      code: 'CONSTRAINT',
      message: says('Row 2: the column "note" of the target does not accept empty values.'),
      hint: says('Correct the rows at the source, or allow NULL in the column.'),
    },
  ])
})

it('says that a table of MySQL needs a column', async () => {
  await run(source, 'CREATE TABLE bare ()')
  const result = await moveAcross(endpointOf(source), mysqlEndpoint(to), [replace('public.bare')])
  expect(problems(result)).toMatchObject([
    {
      code: 'ENTITY_EMPTY',
      message: says(`A MySQL table needs at least one column, but ${to.database}.bare would have none.`),
    },
  ])
})

it('makes a table of MySQL with hundreds of short texts, of which a page could not have all', async () => {
  const columns = Array.from({ length: 300 }, (_, n) => `c${n} varchar(30)`)
  await run(source, `CREATE TABLE wide (${columns.join(', ')})`, `INSERT INTO wide (c0, c299) VALUES ('first', 'last')`)
  const result = await moveAcross(endpointOf(source), mysqlEndpoint(to), [replace('public.wide')])
  expect(statuses(result)).toEqual(['succeeded'])
  expect(await runMysql(to, 'SELECT c0, c1, c299 FROM wide')).toEqual([{ c0: 'first', c1: null, c299: 'last' }])
})
