import { expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { afterRanges } from '../support/ranges/after-ranges.ts'
import { cloud, connector, context, endpoint, moveInto, rows, source, withBigquery } from './bigquery-table.ts'
import { nextFence, problems, run, statuses } from './move-between.ts'

// A transaction of autovacuum that began before the rows were there would make them look younger than they are.
withBigquery({ settings: { autovacuum: 'off' } })

const ROWS = 3_000
const RANGES = { blocks: 8, atOnce: 1 }

const fill = () => run(source, `INSERT INTO t SELECT n, repeat('new', 60) FROM generate_series(4, ${ROWS}) n`)

async function moveInRanges(stream: Partial<StreamRequest> = {}, request: Partial<MoveRequest> = {}) {
  const log: string[] = []
  const result = await moveInto(stream, {
    ranges: RANGES,
    onEvent: (event) => {
      if (event.kind === 'log') log.push(inEnglish(event.message))
    },
    ...request,
  })
  return { result, log: log.join('\n') }
}

/** An attempt that is stopped once three ranges are finished, and the fence of the next one of the same run. */
async function stoppedAfterThree(stream: Partial<StreamRequest> = {}) {
  const stop = new AbortController()
  const fence = nextFence()
  const destination = { connector: afterRanges(3, () => stop.abort(), connector), endpoint: endpoint() }
  const { result } = await moveInRanges(stream, {
    destination,
    fence,
    context: contextOf(stop.signal),
    isHandedOver: () => true,
  })
  expect([problems(result), statuses(result)]).toEqual([[undefined], ['cancelled']])
  expect([...cloud.objects.keys()].filter((name) => name.includes('.whole.'))).toHaveLength(3)
  return { ...nextFence(), runId: fence.runId }
}

const contextOf = (signal: AbortSignal) => ({ ...context(), signal })

const ids = () => new Set(rows()?.map(({ id }) => Number(id)))

it('goes on with the objects of ranges that an earlier attempt had finished', async () => {
  await fill()
  const fence = await stoppedAfterThree()
  expect(rows()).toBeUndefined()
  const { result, log } = await moveInRanges({}, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).toMatch(/Resumed: 3 of \d+ ranges/)
  expect(result.streams).toMatchObject([{ rowsRead: ROWS, rowsWritten: ROWS }])
  expect([rows()?.length, ids().size, [...cloud.objects.keys()]]).toEqual([ROWS, ROWS, []])
})

it('appends ranges of two attempts to the rows that are there', async () => {
  await moveInto()
  await run(source, 'DELETE FROM t')
  await fill()
  const fence = await stoppedAfterThree({ mode: 'append' })
  const { result, log } = await moveInRanges({ mode: 'append' }, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).toMatch(/Resumed: 3 of/)
  expect([rows()?.length, ids().size, [...cloud.objects.keys()]]).toEqual([ROWS, ROWS, []])
})

it.each([
  ['a row was changed', `UPDATE t SET v = 'changed'`],
  ['a row was deleted', 'DELETE FROM t WHERE id % 50 = 5'],
])('begins anew when in a finished range %s', async (_, change) => {
  await fill()
  const fence = await stoppedAfterThree()
  await run(source, change)
  const { result, log } = await moveInRanges({}, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).not.toContain('Resumed')
  const [counted] = await run(source, 'SELECT count(*) AS n FROM t')
  expect([String(rows()?.length), [...cloud.objects.keys()]]).toEqual([counted?.['n'], []])
})

it('leaves what another run had finished to nobody', async () => {
  await fill()
  await stoppedAfterThree()
  const { result, log } = await moveInRanges()
  expect(problems(result)).toEqual([undefined])
  expect(log).not.toContain('Resumed')
  expect([rows()?.length, [...cloud.objects.keys()]]).toEqual([ROWS, []])
})

it('leaves nothing behind when a run is cancelled for good', async () => {
  await fill()
  const stop = new AbortController()
  const destination = { connector: afterRanges(3, () => stop.abort(), connector), endpoint: endpoint() }
  const { result } = await moveInRanges({}, { destination, context: contextOf(stop.signal) })
  expect(statuses(result)).toEqual(['cancelled'])
  expect([rows(), [...cloud.objects.keys()]]).toEqual([undefined, []])
})

it('keeps the objects of a newer attempt when an older one goes on, which loads nothing', async () => {
  await fill()
  const fence = nextFence()
  const next = { ...nextFence(), runId: fence.runId }
  let newer: Awaited<ReturnType<typeof moveInRanges>> | undefined
  const act = async () => {
    newer = await moveInRanges({}, { fence: next })
  }
  const destination = { connector: afterRanges(3, act, connector), endpoint: endpoint() }
  const { result } = await moveInRanges({}, { destination, fence })
  expect(newer && problems(newer.result)).toEqual([undefined])
  expect(newer?.log).toMatch(/Resumed: 3 of/)
  expect(statuses(result)).toEqual(['failed'])
  expect([rows()?.length, ids().size]).toEqual([ROWS, ROWS])
})
