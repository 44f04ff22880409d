import { describe, expect, it } from 'vitest'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { between } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems(
  (ends) => {
    ;({ source, destination, from, to } = ends)
  },
  { mariadb: { settings: ROW_LOG }, settings: LOGICAL },
)

const step = (type: Step['type'], settings: Step['settings'], id = type): Step => ({ id, type, settings })

const STEPS = [
  step('filter', { where: `state <> 'secret'` }),
  step('compute', { columns: [{ name: 'total', expression: 'price * amount' }] }),
  step('mask', { columns: [{ column: 'mail', method: 'hash' }] }),
  step('rename', { columns: [{ column: 'id', to: 'number' }] }),
  step('select', { columns: ['number', 'state', 'total', 'mail', 'note'] }),
]

const transformations = (steps: readonly Step[]) => ({ steps, salt: 'salt' })

const SETUP = [
  'CREATE TABLE t (id int PRIMARY KEY, state varchar(20), price numeric(10,2), amount int, mail varchar(50), note text)',
  `INSERT INTO t VALUES (1, 'open', 1.50, 2, 'ada@x.org', 'one'), (2, 'secret', 2, 1, 'bob@x.org', 'two'), (3, 'open', 3, 3, NULL, NULL)`,
]

/** Inserts, changes across the filter in both directions, changed keys, and deletes of rows on both sides of it. */
const CHANGES = [
  `INSERT INTO t VALUES (4, 'open', 4, 4, 'eve@x.org', 'four'), (5, 'secret', 5, 5, NULL, 'five')`,
  `UPDATE t SET state = 'secret' WHERE id = 1`,
  `UPDATE t SET state = 'open', price = 7.25 WHERE id = 2`,
  'UPDATE t SET id = 30, amount = 4 WHERE id = 3',
  'DELETE FROM t WHERE id IN (4, 5)',
  `UPDATE t SET note = 'again' WHERE id = 30`,
]

const EXPECTED = [
  { number: 2, state: 'open', total: 7.25, note: 'two', masked: 1 },
  { number: 30, state: 'open', total: 12, note: 'again', masked: 0 },
]

const numbered = (rows: readonly Record<string, string | null>[]) =>
  rows.map((row) => ({
    number: Number(row['number']),
    state: row['state'],
    total: Number(row['total']),
    note: row['note'],
    masked: row['mail'] == null ? 0 : row['mail'].includes('@') ? 2 : 1,
  }))

const ALL = 'SELECT number, state, total, note, mail FROM t ORDER BY number'

describe('the rows of a mirror pass its steps', () => {
  it.each(['postgres', 'mysql'] as const)('from Postgres into %s', async (kind) => {
    await run(source, ...SETUP)
    const into = kind === 'postgres' ? { postgres: destination } : to
    const all = () => (kind === 'postgres' ? run(destination, ALL) : runMysql(to, ALL))
    const rows = async () => numbered(await all())
    const mirror = await startMirrorIntoMysql(
      endpointOf(source),
      into,
      { 'public.t': 't' },
      { transformations: transformations(STEPS) },
    )
    await mirror.caughtUp()
    expect((await rows()).map(({ number }) => number)).toEqual([1, 3])
    for (const change of CHANGES) {
      await run(source, change)
      await mirror.caughtUp()
    }
    expect(await rows()).toEqual(EXPECTED)
    const followed = await all()
    await mirror.control.copyAgain('public.t')
    await mirror.caughtUp()
    expect(await all()).toEqual(followed)
    expect([mirror.divergent, [...mirror.paused], mirror.copyProblems]).toEqual([0, [], []])
    await run(
      source,
      'UPDATE t SET price = price + 1',
      `BEGIN; TRUNCATE t; INSERT INTO t VALUES (9, 'open', 1, 9, NULL, 'x'); COMMIT`,
    )
    await mirror.caughtUp()
    expect(await rows()).toEqual([{ number: 9, state: 'open', total: 9, note: 'x', masked: 0 }])
    await mirror.stop()
  })

  it('from MariaDB into Postgres', async () => {
    await runMysql(from, ...SETUP)
    const mirror = await startMirrorIntoMysql(
      mysqlEndpoint(from),
      { postgres: destination },
      { [`${from.database}.t`]: 't' },
      { transformations: transformations(STEPS) },
    )
    await mirror.caughtUp()
    for (const change of CHANGES) await runMysql(from, change)
    await mirror.caughtUp()
    expect(numbered(await run(destination, ALL))).toEqual(EXPECTED)
    expect([mirror.divergent, [...mirror.paused]]).toEqual([0, []])
    await mirror.stop()
  })

  it('and are proven to be what the steps make of the source; what somebody has changed is found, and comes again', async () => {
    await runMysql(
      from,
      ...SETUP,
      `INSERT INTO t SELECT seq, 'open', seq / 3, 7, CONCAT(seq, '@x.org'), 'n' FROM ${between(100, 3_000)}`,
    )
    const entity = `${from.database}.t`
    let due: readonly string[] = []
    const mirror = await startMirrorIntoMysql(
      mysqlEndpoint(from),
      { postgres: destination },
      { [entity]: 't' },
      { transformations: transformations(STEPS), due: () => due },
    )
    await mirror.caughtUp()
    for (const change of CHANGES) await runMysql(from, change)
    const proven = async () => {
      const before = mirror.proofs.length
      due = [entity]
      await expect.poll(() => mirror.proofs.length, { timeout: 20_000 }).toBeGreaterThan(before)
      due = []
      const { problem, difference } = mirror.proofs[before] ?? {}
      const { rows, missing, changed, extra } = difference ?? {}
      return { problem, rows, missing, changed, extra }
    }
    const equal = { problem: undefined, rows: 2_903, missing: 0, changed: 0, extra: 0 }
    expect(await proven()).toEqual(equal)
    await run(
      destination,
      'UPDATE t SET total = 0 WHERE number = 2',
      `UPDATE t SET mail = 'x' WHERE number = 1000`,
      'DELETE FROM t WHERE number = 2000',
      `INSERT INTO t (number, state) VALUES (5, 'secret'), (-7, 'nobody')`,
    )
    expect(await proven()).toEqual({ ...equal, missing: 1, changed: 2, extra: 2 })
    await mirror.caughtUp()
    await expect.poll(proven, { timeout: 20_000 }).toEqual(equal)
    await mirror.stop()
  })

  it('of a table without a key, of which equal rows go one by one', async () => {
    await run(
      source,
      'CREATE TABLE k (a int, b text)',
      `INSERT INTO k SELECT n % 3, 'x' FROM generate_series(1, 9) n`,
      'ALTER TABLE k REPLICA IDENTITY FULL',
    )
    const mirror = await startMirrorIntoMysql(
      endpointOf(source),
      { postgres: destination },
      { 'public.k': 'k' },
      {
        transformations: transformations([
          step('filter', { where: 'a > 0' }),
          step('compute', { columns: [{ name: 'b', expression: `upper(b)` }] }),
        ]),
      },
    )
    await mirror.caughtUp()
    await run(
      source,
      'DELETE FROM k WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 1)',
      'DELETE FROM k WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 0)',
      `UPDATE k SET a = 2 WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 0)`,
    )
    await mirror.caughtUp()
    expect(await run(destination, 'SELECT a, b, count(*) AS n FROM k GROUP BY 1, 2 ORDER BY 1')).toEqual([
      { a: '1', b: 'X', n: '2' },
      { a: '2', b: 'X', n: '4' },
    ])
    expect([...mirror.paused]).toEqual([])
    await mirror.stop()
  })

  it('again from the beginning after the steps have changed', async () => {
    await run(source, ...SETUP)
    const steps = (expression: string) => ({
      transformations: transformations([step('compute', { columns: [{ name: 'total', expression }] })]),
    })
    const into = { postgres: destination }
    const first = await startMirrorIntoMysql(endpointOf(source), into, { 'public.t': 't' }, steps('price * amount'))
    await first.caughtUp()
    await first.stop()
    const second = await startMirrorIntoMysql(endpointOf(source), into, { 'public.t': 't' }, steps('price * 100'))
    await second.caughtUp()
    await run(source, 'UPDATE t SET amount = 0 WHERE id = 2')
    await second.caughtUp()
    const found = await run(destination, 'SELECT total FROM t ORDER BY id')
    expect(found.map(({ total }) => Number(total))).toEqual([150, 200, 300])
    await second.stop()
  })
})

describe('what the log leaves out of a row', () => {
  const large = `(SELECT string_agg(md5(n::text || 'x'), '') FROM generate_series(1, 5000) n)`

  it('stays as it is where no step needs it', async () => {
    await run(source, ...SETUP, `UPDATE t SET note = ${large} WHERE id = 1`)
    const mirror = await startMirrorIntoMysql(
      endpointOf(source),
      { postgres: destination },
      { 'public.t': 't' },
      {
        transformations: transformations(STEPS),
      },
    )
    await mirror.caughtUp()
    await run(source, 'UPDATE t SET amount = 9 WHERE id = 1')
    await mirror.caughtUp()
    const sum = 'SELECT md5(note) AS note FROM t'
    expect(await run(destination, `${sum} WHERE number = 1 AND total = 13.5`)).toEqual(
      await run(source, `${sum} WHERE id = 1`),
    )
    await mirror.stop()
  })

  it('pauses the table where a step needs it, unless the log has whole rows', async () => {
    await run(source, ...SETUP, `UPDATE t SET note = ${large} WHERE id = 1`)
    const mirror = await startMirrorIntoMysql(
      endpointOf(source),
      { postgres: destination },
      { 'public.t': 't' },
      {
        transformations: transformations([
          step('compute', { columns: [{ name: 'size', expression: 'length(note)' }] }),
        ]),
      },
    )
    await mirror.caughtUp()
    await run(source, 'UPDATE t SET amount = 9 WHERE id = 1')
    await mirror.caughtUp()
    expect(mirror.paused.get('public.t')?.code).toBe('NOT_SUPPORTED')
    await run(source, 'ALTER TABLE t REPLICA IDENTITY FULL')
    await mirror.control.copyAgain('public.t')
    await mirror.caughtUp()
    await run(source, 'UPDATE t SET amount = 10 WHERE id = 1')
    await mirror.caughtUp()
    expect(await run(destination, 'SELECT amount, size FROM t WHERE id = 1')).toEqual([
      { amount: '10', size: '160000' },
    ])
    await mirror.stop()
  })
})

it('a value that a step cannot cast pauses the table with the reason, and the mirror goes on after it is corrected', async () => {
  await run(source, ...SETUP, `UPDATE t SET state = '1'`)
  const mirror = await startMirrorIntoMysql(
    endpointOf(source),
    { postgres: destination },
    { 'public.t': 't' },
    {
      transformations: transformations([step('cast', { columns: [{ column: 'state', type: 'integer' }] })]),
    },
  )
  await mirror.caughtUp()
  await run(source, `UPDATE t SET state = 'words' WHERE id = 1`)
  await mirror.caughtUp()
  expect(mirror.paused.get('public.t')?.code).toBe('VALUE_NOT_REPRESENTABLE')
  await run(source, `UPDATE t SET state = '5' WHERE id = 1`)
  await mirror.control.copyAgain('public.t')
  await mirror.caughtUp()
  await run(source, `UPDATE t SET state = '6' WHERE id = 2`)
  await mirror.caughtUp()
  expect(await run(destination, 'SELECT state FROM t ORDER BY id')).toEqual([
    { state: '5' },
    { state: '6' },
    { state: '1' },
  ])
  await mirror.stop()
})

it.each([
  ['leave out the key', step('select', { columns: ['state', 'price'] }), 'KEY_REQUIRED'],
  ['change the key', step('mask', { columns: [{ column: 'id', method: 'hash' }] }), 'KEY_REQUIRED'],
  ['combine rows', step('deduplicate', { by: ['state'] }), 'STEPS_COMBINE_ROWS'],
  ['take only some rows', step('limit', { rows: 2 }), 'STEPS_COMBINE_ROWS'],
  ['tell the time', step('compute', { columns: [{ name: 'at', expression: 'current_timestamp' }] }), 'NOT_SUPPORTED'],
  ['tell an age', step('compute', { columns: [{ name: 'a', expression: "age(DATE '2026-01-01')" }] }), 'NOT_SUPPORTED'],
  ['keep rows by chance', step('filter', { where: 'random() > 0.5' }), 'NOT_SUPPORTED'],
])('steps that %s are refused before anything is copied', async (_, refused, code) => {
  await run(source, ...SETUP)
  const starting = startMirrorIntoMysql(
    endpointOf(source),
    { postgres: destination },
    { 'public.t': 't' },
    {
      transformations: transformations([refused]),
    },
  )
  await expect(starting).rejects.toMatchObject({ problem: { code } })
})
