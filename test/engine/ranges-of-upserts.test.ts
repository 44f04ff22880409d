import { describe, expect, it } from 'vitest'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { afterRanges } from '../support/ranges/after-ranges.ts'
import {
  expectNothingLeft,
  expectSameRows,
  givenLargeTable,
  moveInRanges,
  type RangedMove,
} from './given-large-table.ts'
import { contextWith, type Database, nextFence, problems, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenLargeTable((ends) => {
  ;({ source, destination } = ends)
})

const attempt = (stream: Partial<StreamRequest>, request: RangedMove = {}) =>
  moveInRanges(
    { source, destination },
    { streams: [{ entity: 'public.t', target: 'public.t', mode: 'upsert', ...stream }], ...request },
  )

/** An attempt that is stopped once three ranges are finished, and the fence of the next one of the same run. */
async function stoppedAfterThree(stream: Partial<StreamRequest>) {
  const stop = new AbortController()
  const fence = nextFence()
  const { result } = await attempt(stream, {
    connector: afterRanges(3, () => stop.abort()),
    fence,
    context: contextWith(stop.signal),
    isHandedOver: () => true,
  })
  expect([problems(result), statuses(result)]).toEqual([[undefined], ['cancelled']])
  return { ...nextFence(), runId: fence.runId }
}

const rows = async (where: string) =>
  Number((await run(destination, `SELECT count(*) AS n FROM t WHERE ${where}`))[0]?.['n'])

describe('an upsert goes on with the ranges that were finished', () => {
  it('into a table that is there, whose other rows stay, and nobody sees a row before all are there', async () => {
    await run(destination, `INSERT INTO t VALUES (9000, 'old')`)
    const fence = await stoppedAfterThree({})
    expect(await rows(`v <> 'old'`)).toBe(0)
    const { result, log } = await attempt({}, { fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).toMatch(/Resumed: 3 of 1\d ranges/)
    expect(result.streams).toMatchObject([{ rowsRead: 3000, rowsWritten: 3000, check: { state: 'verified' } }])
    await run(destination, 'DELETE FROM t WHERE id = 9000')
    await expectSameRows(source, destination)
    await expectNothingLeft(destination)
  })

  it('into a table that was not there', async () => {
    await run(destination, 'DROP TABLE t')
    const fence = await stoppedAfterThree({})
    expect(await run(destination, `SELECT to_regclass('t') AS t`)).toEqual([{ t: null }])
    const { result, log } = await attempt({}, { fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).toContain('Resumed: 3 of')
    expect(await run(destination, `SELECT indexname FROM pg_indexes WHERE tablename = 't'`)).toEqual([
      { indexname: 't_pkey' },
    ])
    await expectSameRows(source, destination)
    await expectNothingLeft(destination)
  })

  it('but not when the target was changed meanwhile', async () => {
    const fence = await stoppedAfterThree({})
    await run(destination, 'ALTER TABLE t ALTER v TYPE varchar')
    const { result, log } = await attempt({}, { fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).not.toContain('Resumed')
    await expectSameRows(source, destination)
    await expectNothingLeft(destination)
  })

  it('but not when a row was changed meanwhile', async () => {
    const fence = await stoppedAfterThree({})
    await run(source, `UPDATE t SET v = 'changed' WHERE id = 5`)
    const { result, log } = await attempt({}, { fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).not.toContain('Resumed')
    await expectSameRows(source, destination)
  })
})

describe('the first load of rows that come by a cursor goes on with the ranges that were finished', () => {
  it.each(['append', 'upsert'] as const)('%s, also when more rows have come meanwhile', async (mode) => {
    await run(destination, 'DROP TABLE t')
    const stream = { mode, cursor: { column: 'id' } }
    const fence = await stoppedAfterThree(stream)
    await run(source, `INSERT INTO t SELECT n, 'later' FROM generate_series(3001, 3500) n`)
    const { result, log } = await attempt(stream, { fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).toMatch(/Resumed: 3 of 1\d ranges/)
    expect(result.streams).toMatchObject([{ rowsRead: 3500, rowsWritten: 3500, window: { until: '3500' } }])
    await expectSameRows(source, destination)
    await expectNothingLeft(destination)
  })

  it('without the rows that have no value in it, if these are left out', async () => {
    await run(destination, 'DROP TABLE t')
    await run(source, 'ALTER TABLE t ADD c int', 'UPDATE t SET c = id WHERE id % 2 = 0', 'VACUUM t')
    const stream = { cursor: { column: 'c' }, emptyCursor: 'leave-out' as const }
    const fence = await stoppedAfterThree(stream)
    const { result, log } = await attempt(stream, { fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).toContain('Resumed: 3 of')
    expect(await rows('c IS NULL')).toBe(0)
    expect(await rows('true')).toBe(1500)
  })

  it('and later runs read only what is new, in one piece', async () => {
    await run(destination, 'DROP TABLE t')
    const { result } = await attempt({ cursor: { column: 'id' } })
    expect(problems(result)).toEqual([undefined])
    await run(source, `INSERT INTO t SELECT n, 'later' FROM generate_series(3001, 3500) n`)
    const connector = afterRanges(1, () => expect.unreachable())
    const next = await attempt({ cursor: { column: 'id', after: '3000' } }, { connector })
    expect(problems(next.result)).toEqual([undefined])
    await expectSameRows(source, destination)
  })
})

it('an upsert by columns that are not the key of the source goes in one piece, so that the last of two rows wins', async () => {
  await run(source, 'ALTER TABLE t DROP CONSTRAINT t_pkey', `INSERT INTO t VALUES (7, 'twin')`)
  const { result } = await attempt({ key: ['id'] }, { connector: afterRanges(1, () => expect.unreachable()) })
  expect(problems(result)).toEqual([undefined])
  expect(await run(destination, 'SELECT v FROM t WHERE id = 7')).toEqual([{ v: 'twin' }])
})
