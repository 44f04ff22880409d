import { describe, expect, it } from 'vitest'

import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { DryRunRows } from '../../src/engine/ports/dry-run.ts'
import type { Field } from '../../src/engine/ports/value-type.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Attempt, type Database, endpointOf, problems, run } from './move-between.ts'
import { moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ destination, from, to } = ends)
})

const table = (...rows: readonly string[]) => [
  'CREATE TABLE t (id int PRIMARY KEY, p point)',
  ...rows.map((row) => `INSERT INTO t VALUES ${row}`),
]
const MINUS_ZERO = `(1, ST_GeomFromText('POINT(-0 1)'))`

/** Looks at the geometry, which therefore arrives as the text that it sees. */
const LOOKING = { steps: [{ id: 'f', type: 'filter', settings: { where: `p <> ''` } }], salt: '' } as const

describe('a coordinate -0', () => {
  it.each<[string, Partial<StreamRequest>, Attempt]>([
    ['replace', { mode: 'replace' }, {}],
    ['append', { mode: 'append' }, {}],
    ['upsert', { mode: 'upsert', key: ['id'] }, {}],
    ['a step that looks at it', { mode: 'replace' }, { transformations: LOOKING }],
    ['rows that may be rejected', { mode: 'replace', onInvalid: 'reject' }, {}],
  ])('arrives in Postgres with its sign (%s)', async (_, stream, attempt) => {
    await runMysql(from, ...table(MINUS_ZERO))
    const wanted = { entity: `${from.database}.t`, target: 'public.t', mode: 'replace' as const, ...stream }
    const result = await moveAcross(mysqlEndpoint(from), endpointOf(destination), [wanted], attempt)
    expect(problems(result)).toEqual([undefined])
    expect(await run(destination, 'SELECT p FROM t')).toEqual([{ p: 'POINT(-0 1)' }])
  })

  it('arrives in MySQL as the text that a step has seen', async () => {
    await runMysql(from, ...table(MINUS_ZERO))
    expect(problems(await moveTable({ from, to }, { mode: 'replace' }, { transformations: LOOKING }))).toEqual([
      undefined,
    ])
    expect(await runMysql(to, 'SELECT p FROM t')).toEqual([{ p: 'POINT(-0 1)' }])
  })

  it('does not come into a geometry behind a step that has seen its text, and the reason names both types', async () => {
    await runMysql(from, ...table(MINUS_ZERO))
    await runMysql(to, ...table())
    const result = await moveTable({ from, to }, { mode: 'replace' }, { transformations: LOOKING })
    expect(problems(result)).toMatchObject([
      { message: says(expect.stringContaining('column "p" is point, but the stream has text')) },
    ])
  })

  it('is another value than 0 in a dry run', async () => {
    await runMysql(from, ...table(MINUS_ZERO))
    await runMysql(to, ...table(`(1, ST_GeomFromText('POINT(0 1)'))`))
    const results: DryRunRows[] = []
    const dry = {
      dry: true,
      onEvent: (event: { readonly kind: string; readonly result?: unknown }) => {
        if (event.kind === 'dry-run') results.push(event.result as DryRunRows)
      },
    } as const
    expect(problems(await moveTable({ from, to }, { mode: 'upsert', key: ['id'] }, dry))).toEqual([undefined])
    expect(results).toMatchObject([
      {
        difference: { changed: 1, unchanged: 0 },
        sample: [{ before: ['1', 'POINT(0 1)'], after: ['1', 'POINT(-0 1)'] }],
      },
    ])
  })
})

it('a row that a copy between two MySQL rejects is kept in the bytes in which it is sent again', async () => {
  await runMysql(
    from,
    `CREATE TABLE t (id int PRIMARY KEY, g varchar(9) CHARACTER SET gbk, s varchar(9) CHARACTER SET sjis, o varchar(9) CHARACTER SET dec8, p point, day date)`,
    `INSERT INTO t VALUES (1, '漢字', '表ソ', 'é', ST_GeomFromText('POINT(-0 1)'), '0000-00-00')`,
  )
  const shown: (readonly Field[])[] = []
  const rejects = {
    days: 14,
    begin: () => {},
    keep: (_: string, { fields }: { readonly fields: readonly Field[] }) => shown.push(fields) > 0,
    finalize: async () => {},
    countRejected: async () => 0,
  }
  const stream = { mode: 'replace', onInvalid: 'reject', zeroDates: 'reject' } as const
  expect(problems(await moveTable({ from, to }, stream, { rejects }))).toEqual([undefined])
  const point = '000000000101000000' + '0000000000000080' + '000000000000f03f'
  expect(shown).toEqual([['1', '9d68d7d6', '955c835c', 'e9', point, '0000-00-00']])
})
