import { beforeEach, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamProgress } from '../../src/engine/move/run/stream-progress.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Attempt, type Database, endpointOf, moveBetween, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let ends: { source: Database; destination: Database; to: MysqlDatabase }
givenBothSystems((given) => {
  ends = given
})

beforeEach(() =>
  run(
    ends.source,
    'CREATE TABLE t (n int PRIMARY KEY, v double precision, f real, w text)',
    `INSERT INTO t VALUES (1, '-0', '-0', '-0'), (2, '-0', 1.5, 'a'), (3, 0, -0.5, E'-0\\t-0\\n'), (4, NULL, NULL, NULL)`,
  ),
)

const doubled: Step = { id: 'c', type: 'compute', settings: { columns: [{ name: 'm', expression: 'n * 2' }] } }

async function moved(how: Omit<StreamRequest, 'entity' | 'target'>, attempt: Attempt = {}) {
  const stream = { entity: 'public.t', target: `${ends.to.database}.t`, ...how }
  const { streams } = await moveAcross(endpointOf(ends.source), mysqlEndpoint(ends.to), [stream], attempt)
  const [found] = streams
  expect(found).toMatchObject({ status: 'succeeded', rowsWritten: 4 })
  return notesOf(found).filter((note) => note.includes('-0'))
}

const notesOf = (stream: StreamProgress | undefined) => (stream?.notes ?? []).map(inEnglish)

const values = async () => (await runMysql(ends.to, 'SELECT v, f, w FROM t ORDER BY n')).map(({ v, f, w }) => [v, f, w])

const LOST = [
  '2 values of "v" are -0 at the source and 0 in the destination, which has no -0.',
  '1 value of "f" is -0 at the source and 0 in the destination, which has no -0.',
]

// MySQL keeps the sign, and nothing is to be said.
const ZERO = isMysql ? '-0' : '0'
const TOLD = isMysql ? [] : LOST

describe.each(['replace', 'upsert', 'append'] as const)('-0 by %s', (mode) => {
  it.each([
    ['without steps', {}],
    ['through steps', { transformations: { steps: [doubled], salt: '' } }],
  ])('is there, or the run says that it is 0: %s', async (_, attempt) => {
    await runMysql(ends.to, 'CREATE TABLE t (n int PRIMARY KEY, v double, f float, w text, m bigint)')
    expect(await moved({ mode, ...(mode === 'upsert' && { key: ['n'] }) }, attempt)).toEqual(TOLD)
    expect(await values()).toEqual([
      [ZERO, ZERO, '-0'],
      [ZERO, '1.5', 'a'],
      ['0', '-0.5', '-0\t-0\n'],
      [null, null, null],
    ])
  })
})

it('a text that gets the number has its sign, and nothing is said', async () => {
  await runMysql(ends.to, 'CREATE TABLE t (n int PRIMARY KEY, v varchar(40), f varchar(40), w text)')
  expect(await moved({ mode: 'replace' })).toEqual([])
  expect((await values())[0]).toEqual(['-0', '-0', '-0'])
})

describe.each(['replace', 'upsert', 'append'] as const)('-0 into numeric by %s', (mode) => {
  it.each([
    ['as it was read', 'numeric', {}],
    ['through steps', 'numeric', { transformations: { steps: [doubled], salt: '' } }],
    ['into a domain', 'amount', {}],
  ])('is 0, and the run says so: %s', async (_, type, attempt) => {
    const { source, destination } = ends
    const columns = `n int PRIMARY KEY, v ${type}, f ${type}, w text, m bigint`
    await run(destination, 'CREATE DOMAIN amount AS numeric', `CREATE TABLE t (${columns})`)
    const stream = { entity: 'public.t', target: 'public.t', mode, ...(mode === 'upsert' && { key: ['n'] }) }
    const [found] = (await moveBetween(source, destination, [stream], attempt)).streams
    expect(found).toMatchObject({ status: 'succeeded', rowsWritten: 4 })
    expect(notesOf(found).filter((note) => note.includes('-0'))).toEqual(LOST)
    expect(await run(destination, 'SELECT v::text, f::text, w FROM t ORDER BY n')).toEqual([
      { v: '0', f: '0', w: '-0' },
      { v: '0', f: '1.5', w: 'a' },
      { v: '0', f: '-0.5', w: '-0\t-0\n' },
      { v: null, f: null, w: null },
    ])
  })
})
