import { expect, it } from 'vitest'

import { givenTwoDatabases } from './given-two-databases.ts'
import type { Database } from './move-between.ts'
import { moveBetween, problems, replace, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

it('refuses types that the destination does not know before it reads, naming the columns', async () => {
  await run(
    source,
    `CREATE TYPE pair AS (a int)`,
    `CREATE TYPE mood AS ENUM ('a', 'b')`,
    'CREATE TABLE t (x pair, y int, z mood)',
  )
  await run(destination, `CREATE TYPE mood AS ENUM ('a')`)
  const [problem] = problems(await moveBetween(source, destination, []))
  expect(problem).toMatchObject({ code: 'TYPE_UNKNOWN', retryable: false })
  expect(problem?.message).toContain(
    'column "x" has the type public.pair; column "z" has the type public.mood, which lacks the values b there',
  )
})

it('refuses a target that does not fit before it reads, naming every column', async () => {
  await run(source, 'CREATE TABLE t (a int, b varchar(5), c text, computed int)', 'INSERT INTO t VALUES (1)')
  await run(
    destination,
    'CREATE TABLE t (a bigint, b varchar(4), x text, y int NOT NULL, z int NOT NULL DEFAULT 1, computed int GENERATED ALWAYS AS (1) STORED)',
  )
  const result = await moveBetween(source, destination, [])
  expect(result.streams).toMatchObject([{ status: 'failed', rowsRead: 0, error: { code: 'TARGET_MISMATCH' } }])
  for (const difference of [
    'column "a" is bigint, but integer comes',
    'column "b" is character varying(4), but character varying(5) comes',
    'column "c" (text) is missing',
    'column "computed" is computed by the target and takes no values',
    'column "x" does not come from the source;',
    'column "y" does not come from the source, is NOT NULL and has no default',
    'column "z" does not come from the source.',
  ]) {
    expect(result.streams[0]?.error?.message).toContain(difference)
  }
})

it('refuses a view as a target', async () => {
  await run(source, 'CREATE TABLE t (a int)')
  await run(destination, 'CREATE VIEW t AS SELECT 1 AS a')
  expect(problems(await moveBetween(source, destination, []))).toMatchObject([{ code: 'TARGET_MISMATCH' }])
})

it('refuses to replace a table by itself, whatever it is called, or one that another stream reads', async () => {
  await run(source, 'CREATE TABLE a (n int)', 'CREATE TABLE b (n int)')
  const byAnotherName = { ...source, host: 'localhost' }
  const codes = async (...streams: ReturnType<typeof replace>[]) =>
    problems(await moveBetween(source, byAnotherName, streams)).map((problem) => problem?.code)
  expect(await codes(replace('public.a'))).toEqual(['TARGET_IS_SOURCE'])
  expect(await codes(replace('public.a', 'a'))).toEqual(['TARGET_IS_SOURCE'])
  expect(await codes(replace('public.a', 'public.b'), replace('public.b', 'public.c'))).toEqual([
    'TARGET_CONFLICT',
    undefined,
  ])
  expect(await codes(replace('public.a', 'public.d'), replace('public.b', 'd'))).toEqual([
    'TARGET_CONFLICT',
    'TARGET_CONFLICT',
  ])
})

it('goes on with the other streams when one fails, all of one moment', async () => {
  await run(
    source,
    'CREATE TABLE a AS SELECT generate_series(1, 10) AS n',
    'CREATE VIEW b AS SELECT 10 / (5 - n) AS n FROM a',
    'CREATE TABLE c AS SELECT generate_series(1, 10) AS n',
  )
  let changed: Promise<unknown> | undefined
  const { streams } = await moveBetween(source, destination, [], {
    onEvent: (event) => {
      if (event.kind === 'planned') changed = run(source, 'DELETE FROM c')
    },
  })
  await changed
  expect(streams.map(({ status, rowsWritten, error }) => [status, rowsWritten, error?.code])).toEqual([
    ['succeeded', 10, undefined],
    ['failed', 0, 'VALUE_REFUSED'],
    ['succeeded', 10, undefined],
  ])
})

it('says which entity and which column is gone', async () => {
  await run(source, 'CREATE TABLE t (a int)')
  const result = await moveBetween(source, destination, [
    replace('public.gone'),
    { ...replace('public.t'), columns: ['a', 'b'] },
  ])
  expect(problems(result)).toMatchObject([
    { code: 'ENTITY_NOT_FOUND' },
    { code: 'SCHEMA_CHANGED', message: 'public.t no longer has the columns b.' },
  ])
})
