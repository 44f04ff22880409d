import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataCheck } from '../../src/core/catalog/checks/data-checks.ts'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { FoundRows } from '../../src/engine/ports/staged-query.ts'
import { isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { says } from '../support/says.ts'
import { expectNothingLeft, givenLargeTable, moveInRanges } from './given-large-table.ts'
import { type Attempt, type Database, endpointOf, moveBetween, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database

givenLargeTable((ends) => {
  ;({ source, destination } = ends)
})

const FILLED: DataCheck = { id: 'filled', type: 'not_null', columns: ['v'] }

const outcomes = ({ streams }: MoveResult) => streams[0]?.dataChecks?.map(({ state }) => state)
const messages = ({ streams }: MoveResult) => streams[0]?.dataChecks?.map(({ message }) => inEnglish(message))

const moveWith = (checks: readonly DataCheck[], stream: Partial<StreamRequest> = {}, attempt: Attempt = {}) =>
  moveBetween(
    source,
    destination,
    [{ entity: 'public.t', target: 'public.t', mode: 'replace', checks, ...stream }],
    attempt,
  )

const rowsOf = async (database: Database) => (await run(database, 'SELECT count(*) AS rows FROM t'))[0]?.['rows']

describe('checks of rows for Postgres', () => {
  it.each(['replace', 'append', 'upsert'] as const)('look at the new rows only, in the mode %s', async (mode) => {
    await run(destination, 'UPDATE t SET v = NULL', 'UPDATE t SET id = -id')
    const stream = { mode, ...(mode === 'upsert' && { key: ['id'] }) }
    const query = 'SELECT id FROM input JOIN t USING (id)'
    const result = await moveWith(
      [FILLED, { id: 'once', type: 'unique', columns: ['id'] }, { id: 'own', type: 'sql', query }],
      stream,
    )
    expect(result.streams[0]).toMatchObject({ status: 'succeeded', rowsWritten: 3_000 })
    expect(outcomes(result)).toEqual(['passed', 'passed', 'passed'])
    await run(source, 'UPDATE t SET v = NULL WHERE id = 7')
    const failed = await moveWith([FILLED], stream)
    expect(failed.streams).toMatchObject([{ status: 'failed', rowsWritten: 0, error: { code: 'CHECK_FAILED' } }])
    expect(await rowsOf(destination)).toBe(mode === 'replace' ? '3000' : '3010')
    await expectNothingLeft(destination)
  })

  it('look at the rows of all ranges together', async () => {
    await run(source, 'UPDATE t SET v = NULL WHERE id IN (7, 2999)')
    const stream = { entity: 'public.t', target: 'public.t', mode: 'replace' as const }
    const { result } = await moveInRanges({ source, destination }, { streams: [{ ...stream, checks: [FILLED] }] })
    expect(result.streams).toMatchObject([{ status: 'failed', dataChecks: [{ state: 'failed', rows: 2 }] }])
    expect(await rowsOf(destination)).toBe('10')
    await expectNothingLeft(destination)
    const fine = await moveInRanges(
      { source, destination },
      { streams: [{ ...stream, checks: [{ ...FILLED, severity: 'warn' }] }] },
    )
    expect(outcomes(fine.result)).toEqual(['warned'])
    expect(await rowsOf(destination)).toBe('3000')
  })

  it('see rows as they leave the steps', async () => {
    const steps = [
      { id: 'c', type: 'compute', settings: { columns: [{ name: 'half', expression: 'id / 2.0' }] } },
    ] as const
    const check: DataCheck = {
      id: 'own',
      type: 'sql',
      query: 'SELECT id, half FROM input WHERE half > 1499 ORDER BY 1',
    }
    const found: FoundRows[] = []
    const onEvent = (event: MoveEvent) => event.kind === 'check-rows' && found.push(event.found)
    const result = await moveWith(
      [check],
      { target: 'public.halves' },
      { transformations: { steps, salt: '' }, onEvent },
    )
    expect(result.streams[0]?.error?.code).toBe('CHECK_FAILED')
    expect(found[0]?.rows.map(([id]) => id)).toEqual(['2999', '3000'])
  })

  it('are executed in a dry run, which says what would stop the run, and still compares the rows', async () => {
    await run(source, 'UPDATE t SET v = NULL WHERE id = 7')
    const result = await moveWith([FILLED], {}, { dry: true })
    expect(result.streams[0]).toMatchObject({ status: 'succeeded', difference: { changed: 10, created: 2_990 } })
    expect(outcomes(result)).toEqual(['failed'])
    expect(await rowsOf(destination)).toBe('10')
  })

  it('compare numbers as numbers, other values by their characters, and leave rows without a value out', async () => {
    await run(
      source,
      'CREATE TABLE v (n numeric(6,2), s text, b boolean)',
      `INSERT INTO v VALUES (5, 'a', true), (NULL, NULL, NULL), (7.5, 'A', false)`,
    )
    const accepted = (column: string, ...values: readonly string[]): DataCheck => ({
      id: column,
      type: 'accepted_values',
      column,
      values,
    })
    const checks = [accepted('n', '5', '7.50'), accepted('s', 'a', "it's"), accepted('b', 'true', 'false')]
    const result = await moveBetween(source, destination, [
      { entity: 'public.v', target: 'public.v', mode: 'replace', checks },
    ])
    expect(outcomes(result)).toEqual(['passed', 'failed', 'passed'])
    expect(messages(result)?.[1]).toBe('Rows with a value in s that is not accepted: 1.')
  })

  it('judge the age of rows by the latest time, also if a run brings no new rows', async () => {
    await run(
      source,
      'CREATE TABLE log (id int PRIMARY KEY, at timestamptz)',
      `INSERT INTO log SELECT n, now() - n * interval '1 hour' FROM generate_series(1, 9) n`,
    )
    const fresh: DataCheck = { id: 'fresh', type: 'freshness', column: 'at', hours: 2 }
    const stream = {
      entity: 'public.log',
      target: 'public.log',
      mode: 'append',
      cursor: { column: 'at' },
      checks: [fresh],
    } as const
    const first = await moveBetween(source, destination, [stream])
    expect(outcomes(first)).toEqual(['passed'])
    await run(source, `UPDATE log SET at = at - interval '5 hours'`)
    const until = (await run(source, `SELECT max(at)::text AS at FROM log`))[0]?.['at'] ?? ''
    const stateOf = () => ({ cursor: { column: 'at', highWaterMark: until } })
    await run(source, 'DELETE FROM log')
    const later = await moveBetween(source, destination, [stream], { stateOf })
    expect(outcomes(later)).toEqual(['failed'])
    expect(messages(later)?.[0]).toMatch(/^The latest at is .*; at most 2 hours ago is accepted\.$/)
  })

  it.each([
    ['a second statement', 'SELECT 1) found; DROP TABLE t; SELECT * FROM (SELECT 1'],
    ['a change', `WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone`],
  ])('never execute %s', async (_, query) => {
    const result = await moveWith([{ id: 'own', type: 'sql', query }])
    expect(result.streams[0]?.status).toBe('failed')
    expect(await rowsOf(destination)).toBe('10')
  })
})

const IN_MODES = isOlderMysql(8)
  ? []
  : ([
      ['replace', {}],
      ['append', {}],
      ['upsert', { key: ['id'] }],
    ] as const)

describe('checks of rows for MySQL', () => {
  let server: RunningMariadb

  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())

  it.each(IN_MODES)('see the new rows only, in the mode %s, and look into other tables', async (mode, more) => {
    const to = await freshMysql(server)
    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, v text)', `INSERT INTO t VALUES (-1, NULL)`)
    await runMysql(to, 'CREATE TABLE known (number int)', 'INSERT INTO known VALUES (1), (2)')
    const checks: readonly DataCheck[] = [
      FILLED,
      { id: 'known', type: 'foreign_key', columns: ['id'], target: 'known', keys: ['number'] },
      { id: 'own', type: 'sql', query: `SELECT id, '?' AS mark FROM input WHERE id = 3` },
    ]
    const found: FoundRows[] = []
    const onEvent = (event: MoveEvent) => event.kind === 'check-rows' && found.push(event.found)
    const stream = { entity: 'public.t', target: 't', mode, checks, ...more }
    await run(source, 'DELETE FROM t WHERE id > 3')
    const failed = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream], { onEvent })
    expect(failed.streams).toMatchObject([{ status: 'failed', error: { code: 'CHECK_FAILED' } }])
    expect(outcomes(failed)).toEqual(['passed', 'failed', 'failed'])
    expect(found.map(({ count, rows }) => [count, rows[0]?.[0]])).toEqual([
      [1, '3'],
      [1, '3'],
    ])
    expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '-1' }])
    expect(await runMysql(to, `SHOW TABLES LIKE '\\_millrace\\_staging%'`)).toEqual([])
    await run(source, 'DELETE FROM t WHERE id = 3')
    const fine = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream])
    expect(fine.streams).toMatchObject([{ status: 'succeeded' }])
  })

  it.each(['replace', 'upsert'] as const)(
    'find texts that differ only by case, accents or spaces at the end, as they do elsewhere (%s)',
    async (mode) => {
      const to = await freshMysql(server)
      const collation = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci'
      await runMysql(to, `CREATE TABLE t (id int PRIMARY KEY, v varchar(20) ${collation})`)
      await runMysql(
        to,
        `CREATE TABLE known (k varchar(20) ${collation} PRIMARY KEY)`,
        `INSERT INTO known VALUES ('new')`,
      )
      await run(
        source,
        'TRUNCATE t',
        `INSERT INTO t (id, v) VALUES (1, 'new'), (2, 'new '), (3, 'New'), (4, 'néw'), (5, 'new')`,
      )
      const checks: readonly DataCheck[] = [
        { id: 'one of', type: 'accepted_values', column: 'v', values: ['new'], severity: 'warn' },
        { id: 'once', type: 'unique', columns: ['v'], severity: 'warn' },
        { id: 'known', type: 'foreign_key', columns: ['v'], target: 'known', keys: ['k'], severity: 'warn' },
      ]
      const stream = { entity: 'public.t', target: 't', mode, checks, key: ['id'] }
      const { streams } = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream])
      expect(streams).toMatchObject([{ status: 'succeeded', dataChecks: [{ rows: 3 }, { rows: 2 }, { rows: 3 }] }])
      const elsewhere = { ...stream, target: 'public.t', checks: checks.slice(0, 2) }
      await run(destination, 'TRUNCATE t')
      const postgres = await moveAcross(endpointOf(source), endpointOf(destination), [elsewhere])
      expect(postgres.streams).toMatchObject([{ status: 'succeeded', dataChecks: [{ rows: 3 }, { rows: 2 }] }])
    },
  )

  it.each(isOlderMysql(8) ? [true, false] : [])('say what is missing on MySQL 5.7 (dry: %s)', async (dry) => {
    const to = await freshMysql(server)
    const stream = { entity: 'public.t', target: 't', mode: 'replace', checks: [FILLED] } as const
    const { streams } = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream], { dry })
    const message = expect.objectContaining({
      template: 'MySQL {0} cannot execute checks of rows, except for their number.',
    })
    expect(streams).toMatchObject([{ status: 'failed', error: { code: 'CHECK_NOT_EXECUTABLE', message } }])
    expect(await runMysql(to, `SHOW TABLES LIKE 't'`)).toEqual([])
  })

  it.each(isOlderMysql(8) ? [] : ['a dry run'])('are executed in %s', async () => {
    const to = await freshMysql(server)
    const checks: readonly DataCheck[] = [FILLED, { id: 'once', type: 'unique', columns: ['v'] }]
    const stream = { entity: 'public.t', target: 't', mode: 'replace', checks } as const
    const { streams } = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream], { dry: true })
    expect(streams).toMatchObject([
      { status: 'succeeded', dataChecks: [{ state: 'passed' }, { state: 'failed', rows: 3_000 }] },
    ])
    expect(await runMysql(to, 'SHOW TABLES')).toEqual([])
  })
})

it('a check of columns that do not arrive names all of them', async () => {
  const result = await moveWith([
    { id: 'a', type: 'unique', columns: ['id', 'x'] },
    { id: 'b', type: 'freshness', column: 'y', hours: 1 },
  ])
  expect(result.streams[0]?.error?.message).toEqual(
    says('The checks of public.t need columns that do not arrive there: x, y.'),
  )
})
