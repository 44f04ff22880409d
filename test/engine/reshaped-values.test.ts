import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, moveBetween, problems, replace, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const table = (type: string) => `CREATE TABLE t (id int PRIMARY KEY, v ${type})`
const ROW = `INSERT INTO t VALUES (1, '{"b":1,"a":2,"b":3}')`
const LOST = 'The target keeps JSON in a form of its own'

const outcome = ({ streams: [stream] }: Awaited<ReturnType<typeof moveBetween>>) => ({
  check: stream?.check,
  isTold: (stream?.notes ?? []).some((note) => inEnglish(note).startsWith(LOST)),
})

const COUNTED = { check: { state: 'counted', reason: 'reshaped', keys: ['id'] }, isTold: true }
const VERIFIED = { check: { state: 'verified' }, isTold: false }
const onlyFew: Step = { id: 'f', type: 'filter', settings: { where: 'id > 0' } }

describe('JSON that the target takes apart, so that a name that is there twice is lost,', () => {
  it.each<[string, Partial<StreamRequest>]>([
    ['replaced', {}],
    ['upserted', { mode: 'upsert', key: ['id'] }],
    ['with all values compared', { verify: 'values' }],
  ])('is told of and not called verified in jsonb (%s)', async (_, more) => {
    await run(source, table('json'), ROW)
    await run(destination, table('jsonb'))
    expect(outcome(await moveBetween(source, destination, [{ ...replace('public.t'), ...more }]))).toMatchObject(
      COUNTED,
    )
    expect(await run(destination, 'SELECT v::text FROM t')).toEqual([{ v: '{"a": 2, "b": 3}' }])
  })

  it('is told of where it comes from MySQL', async () => {
    await runMysql(from, table('json'), ROW)
    await run(destination, table('jsonb'))
    const stream = replace(`${from.database}.t`, 'public.t')
    expect(outcome(await moveAcross(mysqlEndpoint(from), endpointOf(destination), [stream]))).toMatchObject(COUNTED)
  })

  it('is told of in MySQL, where MariaDB keeps every character', async () => {
    await run(source, table('json'), ROW)
    await runMysql(to, table('json'))
    const stream = replace('public.t', `${to.database}.t`)
    const moved = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream])
    expect(outcome(moved)).toMatchObject(isMysql ? COUNTED : VERIFIED)
  })
})

it.each([
  ['json', 'json', []],
  ['jsonb', 'jsonb', []],
  ['jsonb', 'jsonb', [onlyFew]],
  ['jsonb', 'json', []],
])('JSON that loses nothing is verified (%s into %s, %j)', async (coming, there, steps) => {
  await run(source, table(coming), ROW)
  await run(destination, table(there))
  const transformations = { steps, salt: '' }
  const moved = outcome(await moveBetween(source, destination, [replace('public.t')], { transformations }))
  expect(moved.isTold).toBe(false)
  if (steps.length === 0) expect(moved).toMatchObject(VERIFIED)
})

it.each(['double(10,2)', 'float(10,2)'])(
  'a number that %s of MySQL would round is refused before a row is read',
  async (type) => {
    await run(source, table('real'), 'INSERT INTO t VALUES (1, 0.123456)')
    await runMysql(to, table(type))
    const stream = replace('public.t', `${to.database}.t`)
    expect(problems(await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream]))).toMatchObject([
      { code: 'TARGET_MISMATCH' },
    ])
  },
)
