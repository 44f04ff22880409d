import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let ends: { source: Database; destination: Database; from: MysqlDatabase; to: MysqlDatabase }
givenBothSystems((given) => {
  ends = given
})

const doubled: Step = { id: 'c', type: 'compute', settings: { columns: [{ name: 'm', expression: 'n * 2' }] } }

/** Moves the table `t` to MySQL, and keeps the rows aside that it refuses. */
async function moved(
  system: 'Postgres' | 'MySQL',
  steps: readonly Step[] = [],
  onInvalid: 'reject' | 'fail' = 'reject',
) {
  const rejected: RejectedRow[] = []
  const rejects = {
    days: 14,
    begin: () => {},
    keep: (_: string, row: RejectedRow) => rejected.push(row) > 0,
    finalize: async () => {},
    countRejected: async () => 0,
  }
  const entity = system === 'MySQL' ? `${ends.from.database}.t` : 'public.t'
  const { streams } = await moveAcross(
    system === 'MySQL' ? mysqlEndpoint(ends.from) : endpointOf(ends.source),
    mysqlEndpoint(ends.to),
    [{ entity, target: `${ends.to.database}.t`, mode: 'replace', onInvalid }],
    { rejects, ...(steps.length > 0 && { transformations: { steps, salt: '' } }) },
  )
  return {
    stream: streams[0],
    rules: rejected.map(({ row, column, rule }) => `${row} ${column} ${inEnglish(rule)}`),
  }
}

/** What MySQL takes of arrays within arrays. */
const DEEPEST = isMysql ? 100 : 31
const deep = (levels: number) => `'${'['.repeat(levels)}${']'.repeat(levels)}'`

it('JSON that is nested deeper than the server takes is kept aside by row, and the rest arrives', async () => {
  await run(
    ends.source,
    'CREATE TABLE t (n int PRIMARY KEY, v json)',
    `INSERT INTO t VALUES (1, ${deep(DEEPEST)}), (2, ${deep(DEEPEST + 1)}), (3, ${deep(5_000)}), (4, '"${'['.repeat(200)}"'), (5, '["\\"", "[[", {"a": {}}]')`,
  )
  await runMysql(ends.to, 'CREATE TABLE t (n int PRIMARY KEY, v json)')
  const { stream, rules } = await moved('Postgres')
  expect(rules).toEqual([2, 3].map((row) => `${row} v accepts JSON of at most ${DEEPEST} levels`))
  expect(stream).toMatchObject({ status: 'succeeded', rowsRead: 5, rowsWritten: 3, rowsRejected: 2 })
})

it('JSON that is nested deeper than the server takes ends a run with the reason', async () => {
  await run(ends.source, 'CREATE TABLE t (n int PRIMARY KEY, v json)', `INSERT INTO t VALUES (1, ${deep(5_000)})`)
  await runMysql(ends.to, 'CREATE TABLE t (n int PRIMARY KEY, v json)')
  const { stream } = await moved('Postgres', [], 'fail')
  expect(stream).toMatchObject({ status: 'failed', error: { code: 'VALUE_NOT_REPRESENTABLE' } })
})

const LARGEST_FLOAT = ['3.40282e38', '-3.40282e38', '3.40282e37', null]

it('the largest number of a float arrives from Postgres', async () => {
  await run(
    ends.source,
    'CREATE TABLE t (n int PRIMARY KEY, v real)',
    `INSERT INTO t VALUES (1, '3.4028235e38'), (2, '-3.4028235e38'), (3, '3.4028235e37'), (4, NULL)`,
  )
  const { stream } = await moved('Postgres')
  expect(stream?.error).toBeUndefined()
  expect((await runMysql(ends.to, 'SELECT v FROM t ORDER BY n')).map(({ v }) => v)).toEqual(LARGEST_FLOAT)
  const exactly = `SELECT v = CAST(3.4028234663852886e38 AS DOUBLE) AS same FROM t WHERE n = 1`
  expect(await runMysql(ends.to, exactly)).toEqual([{ same: '1' }])
})

it('the largest number of a float, and the last second of a timestamp, pass steps', async () => {
  await runMysql(
    ends.from,
    'CREATE TABLE t (n int PRIMARY KEY, v float, at timestamp(6) NULL)',
    `INSERT INTO t VALUES (1, 3.4028234e38, '2038-01-19 03:14:07.999999'), (2, -3.4028234e38, '1970-01-01 00:00:01'), (3, 3.4028235e37, NULL), (4, NULL, NULL)`,
  )
  const { stream, rules } = await moved('MySQL', [doubled])
  expect(rules).toEqual([])
  expect(stream?.error).toBeUndefined()
  expect((await runMysql(ends.to, 'SELECT v FROM t ORDER BY n')).map(({ v }) => v)).toEqual(LARGEST_FLOAT)
  expect((await runMysql(ends.to, 'SELECT at FROM t ORDER BY n')).map(({ at }) => at)).toEqual([
    '2038-01-19 03:14:07.999999',
    '1970-01-01 00:00:01.000000',
    null,
    null,
  ])
})

it.runIf(!isMysql)('moments before and after those of a TIMESTAMP are kept aside by row', async () => {
  await run(
    ends.source,
    'CREATE TABLE t (n int PRIMARY KEY, at timestamptz)',
    `INSERT INTO t VALUES (1, '1970-01-01 00:00:00.999999+00'), (2, '1970-01-01 00:00:01+00'), (3, '2106-02-07 06:28:16+00'), (4, '2038-01-19 04:14:07+01')`,
  )
  await runMysql(ends.to, 'CREATE TABLE t (n int PRIMARY KEY, at timestamp(6) NULL)')
  const { stream, rules } = await moved('Postgres')
  expect(rules.map((rule) => rule.slice(0, 20))).toEqual(['1 at accepts moments', '3 at accepts moments'])
  expect(stream).toMatchObject({ status: 'succeeded', rowsWritten: 2 })
})

it('a list with characters that the catalogue of the server cannot show becomes a text', async () => {
  await runMysql(
    ends.from,
    `CREATE TABLE t (n int PRIMARY KEY, v enum('é','🚂') CHARACTER SET utf8mb4, w set('a','😀') CHARACTER SET utf8mb4)`,
    `INSERT INTO t VALUES (1, '🚂', 'a,😀'), (2, 'é', '')`,
  )
  const { stream } = await moved('MySQL')
  expect(stream?.error).toBeUndefined()
  expect(await runMysql(ends.to, 'SELECT v, w FROM t ORDER BY n')).toEqual([
    { v: '🚂', w: 'a,😀' },
    { v: 'é', w: '' },
  ])
})

it('all values of a number with zeros that the server adds are proven equal in Postgres', async () => {
  await runMysql(
    ends.from,
    'CREATE TABLE t (n int PRIMARY KEY, v double(20,10), w double zerofill)',
    `INSERT INTO t VALUES (1, 0.1, 1.5), (2, -1e9, 1e300), (3, 12345.678, 0), (4, NULL, NULL)`,
  )
  const stream = { entity: `${ends.from.database}.t`, target: 'public.t', mode: 'replace', verify: 'values' } as const
  const { streams } = await moveAcross(mysqlEndpoint(ends.from), endpointOf(ends.destination), [stream])
  expect(streams).toMatchObject([{ status: 'succeeded', check: { state: 'verified', keys: ['n', 'v', 'w'] } }])
})

describe.each(['MySQL', 'Postgres'] as const)('characters that the target does not have, from %s,', (system) => {
  it.each([
    ['utf8mb3', ['2'], ['é', 'a  ', '€\u0081ÿ', null]],
    ['latin1', ['2', '6'], ['é', 'a  ', '€\u0081ÿ', null]],
    ['ascii', ['1', '2', '4', '6'], ['a  ', null]],
    ['utf16', [], ['é', '🚂', 'a  ', '€\u0081ÿ', null, 'ǆ']],
  ])('are kept aside by row: %s', async (set, refused, there) => {
    const values = `(1, 'é'), (2, '🚂'), (3, 'a  '), (4, '€\u0081ÿ'), (5, NULL), (6, 'ǆ')`
    const insert = ['CREATE TABLE t (n int PRIMARY KEY, v varchar(9))', `INSERT INTO t VALUES ${values}`]
    await (system === 'MySQL' ? runMysql(ends.from, ...insert) : run(ends.source, ...insert))
    await runMysql(ends.to, `CREATE TABLE t (n int PRIMARY KEY, v varchar(9) CHARACTER SET ${set})`)
    const { stream, rules } = await moved(system)
    expect(stream?.error).toBeUndefined()
    expect(rules).toEqual(refused.map((row) => `${row} v accepts only characters of the character set ${set}`))
    const arrived = (await runMysql(ends.to, 'SELECT v FROM t ORDER BY n')).map(({ v }) => v)
    expect(arrived).toEqual(set === 'utf8mb3' ? [...there, 'ǆ'] : there)
  })
})
