import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import type { MoveRequest, MoveResult } from '../../src/engine/move/run/move-request.ts'
import { afterRanges } from '../support/ranges/after-ranges.ts'
import { dieAfterRanges } from '../support/ranges/die-after-ranges.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { type Ends, expectRightRows } from './generated-moves.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, nextFence, problems, statuses } from './move-between.ts'
import {
  fill,
  leftBehind,
  moveInRanges,
  mysqlEnd,
  type Pair,
  postgresEnd,
  RANGES,
  ROWS,
  rowsOf,
} from './resumed-pairs.ts'

let ends: Ends

givenBothSystems(
  ({ source, destination, from, to }) => {
    ends = {
      postgres: { from: postgresEnd(source), to: postgresEnd(destination) },
      mysql: { from: mysqlEnd(from), to: mysqlEnd(to) },
    }
  },
  // A transaction of autovacuum that began before the rows were there would make them look younger than they are.
  { settings: { autovacuum: 'off' } },
)

type System = keyof Ends

const pairOf = (source: System, destination: System): Pair => ({
  source: ends[source].from,
  destination: ends[destination].to,
})

/** An attempt that is stopped once three ranges are finished, and the fence of the next one of the same run. */
async function stoppedAfterThree(pair: Pair, request: Partial<MoveRequest> = {}) {
  const { destination } = pair
  const stop = new AbortController()
  const fence = nextFence()
  const { result } = await moveInRanges(pair, {
    connector: afterRanges(3, () => stop.abort(), destination.connector),
    fence,
    context: contextWith(stop.signal),
    isHandedOver: () => true,
    ...request,
  })
  expect([problems(result), statuses(result)]).toEqual([[undefined], ['cancelled']])
  expect(await leftBehind(destination)).not.toEqual([])
  return { ...nextFence(), runId: fence.runId }
}

async function expectMoved({ source, destination }: Pair, result: MoveResult, rows = ROWS) {
  expect(problems(result)).toEqual([undefined])
  expect(result.streams).toMatchObject([
    { status: 'succeeded', rowsRead: rows, rowsWritten: rows, check: { state: 'verified' } },
  ])
  expect(await rowsOf(destination)).toBe(await rowsOf(source))
  expect(await leftBehind(destination)).toEqual([])
}

/** In a range that is finished. */
const CHANGES: readonly (readonly [what: string, statements: readonly string[]])[] = [
  ['a row was changed', [`UPDATE t SET v = 'changed' WHERE id % 50 = 5`]],
  ['a row was deleted', ['DELETE FROM t WHERE id % 50 = 5']],
  ['a row got another key', ['UPDATE t SET id = id + 100000 WHERE id % 50 = 5']],
  [
    'a row is gone, and another has its key',
    ['DELETE FROM t WHERE id % 50 = 7', `INSERT INTO t SELECT id + 1, 'another' FROM t WHERE id % 50 = 6`],
  ],
]

describe.each([
  ['mysql', 'postgres', 'int PRIMARY KEY'],
  ['postgres', 'mysql', 'int PRIMARY KEY'],
  // Several sessions cannot load such a table, so that it goes range by range also if one session reads.
  ['mysql', 'mysql', 'int PRIMARY KEY AUTO_INCREMENT'],
] as const)('from %s to %s', (sourceSystem, destinationSystem, key) => {
  const pair = () => pairOf(sourceSystem, destinationSystem)
  /** The first pair reads there, and the second writes there: what one end decides they have tried. */
  const isOfOthers = !TRIES_ALL && sourceSystem === 'mysql' && destinationSystem === 'mysql'

  async function given() {
    const { source, destination } = pair()
    await fill(source)
    await destination.run(`CREATE TABLE t (id ${key}, v text)`, `INSERT INTO t VALUES (1, 'old')`)
  }

  it('goes on with the ranges that a worker had finished before it was killed', async () => {
    await given()
    const { source, destination } = pair()
    const fence = nextFence()
    await dieAfterRanges({
      source: source.endpoint,
      destination: destination.endpoint,
      entity: source.entity,
      target: destination.entity,
      ranges: RANGES,
      fence,
      after: 3,
    })
    expect(await destination.run('SELECT id, v FROM t')).toEqual([{ id: '1', v: 'old' }])
    // New rows at the end are nothing that was finished.
    await source.run(`INSERT INTO t VALUES (4000, 'later'), (4001, 'later')`)

    const { result, log } = await moveInRanges(pair(), { fence: { ...nextFence(), runId: fence.runId } })
    expect(log).toMatch(/Resumed: [3-9] of \d+ ranges/)
    await expectMoved(pair(), result, ROWS + 2)
  })

  if (isOfOthers) return

  it('goes on after it was stopped, and leaves nothing behind', async () => {
    await given()
    const { result, log } = await moveInRanges(pair(), { fence: await stoppedAfterThree(pair()) })
    expect(log).toMatch(/Resumed: [3-9] of \d+ ranges/)
    await expectMoved(pair(), result)
  })

  it.each(CHANGES)(
    'begins anew, and brings what the source holds now, when in a finished range %s',
    async (_, changes) => {
      await given()
      const { source } = pair()
      const fence = await stoppedAfterThree(pair())
      await source.run(...changes)
      const { result, log } = await moveInRanges(pair(), { fence })
      expect(log).not.toContain('Resumed')
      const [counted] = await source.run('SELECT count(*) AS n FROM t')
      await expectMoved(pair(), result, Number(counted?.['n']))
    },
  )

  it('begins anew when the target was changed', async () => {
    await given()
    const { destination } = pair()
    const fence = await stoppedAfterThree(pair())
    await destination.run('ALTER TABLE t ADD COLUMN more int')
    const { result, log } = await moveInRanges(pair(), { fence })
    expect(log).not.toContain('Resumed')
    await expectMoved(pair(), result)
  })

  it('leaves what another run had finished to nobody', async () => {
    await given()
    await stoppedAfterThree(pair())
    const { result, log } = await moveInRanges(pair())
    expect(log).not.toContain('Resumed')
    await expectMoved(pair(), result)
  })

  it('leaves nothing behind when a run is cancelled for good', async () => {
    await given()
    const { destination } = pair()
    const stop = new AbortController()
    const connector = afterRanges(3, () => stop.abort(), destination.connector)
    const { result } = await moveInRanges(pair(), { connector, context: contextWith(stop.signal) })
    expect(statuses(result)).toEqual(['cancelled'])
    expect(await destination.run('SELECT id, v FROM t')).toEqual([{ id: '1', v: 'old' }])
    expect(await leftBehind(destination)).toEqual([])
  })

  it('leaves nothing of a silent worker behind when its run is cancelled, and another one locks it out', async () => {
    await given()
    const { destination } = pair()
    const stop = new AbortController()
    const fence = nextFence()
    const connector = afterRanges(3, () => stop.abort(), destination.connector)
    const silent = { connector, fence, context: contextWith(stop.signal), isHandedOver: () => true }
    await moveInRanges(pair(), silent)
    expect(await leftBehind(destination)).not.toEqual([])
    await moveInRanges(pair(), { fence: { ...nextFence(), runId: fence.runId }, locksOut: true })
    expect(await destination.run('SELECT id, v FROM t')).toEqual([{ id: '1', v: 'old' }])
    expect(await leftBehind(destination)).toEqual([])
  })

  it('lets a worker that was overtaken finish no range any more, and drop nothing', async () => {
    await given()
    const { destination } = pair()
    const overtake = () => destination.run('UPDATE _millrace_fence SET epoch = epoch + 1')
    const { result } = await moveInRanges(pair(), { connector: afterRanges(3, overtake, destination.connector) })
    expect(problems(result)).toMatchObject([{ code: 'FENCED', retryable: false }])
    expect(await destination.run('SELECT id, v FROM t')).toEqual([{ id: '1', v: 'old' }])
    expect(await leftBehind(destination)).not.toEqual([])
  })

  it('brings the rows as they were at one moment while they are changed', async () => {
    await given()
    const { source, destination } = pair()
    let isOver = false
    const changing = (async () => {
      for (let round = 0; !isOver; round++) {
        await source.run(`UPDATE t SET v = 'round ${round}'`)
        await sleep(20)
      }
    })()
    const { result } = await moveInRanges(pair()).finally(() => {
      isOver = true
    })
    await changing
    expect(problems(result)).toEqual([undefined])
    expect(await destination.run('SELECT count(DISTINCT v) AS moments FROM t')).toEqual([{ moments: '1' }])
  })
})

describe('into a table of mysql that stays', () => {
  const pair = () => pairOf('postgres', 'mysql')
  const intoIt = (mode: 'upsert' | 'append' | 'replace') => {
    const { source, destination } = pair()
    return { streams: [{ entity: source.entity, target: destination.entity, mode }] }
  }
  /** Without a key of its own, so that an appended row would be there twice. */
  const KEYLESS = 'CREATE TABLE t (id int, v text)'
  const KEYED = 'CREATE TABLE t (id int PRIMARY KEY, v text)'
  const TRIGGER = 'CREATE TRIGGER counted BEFORE INSERT ON t FOR EACH ROW SET @counted = 1'

  it.each([
    ['upsert', [KEYED, `INSERT INTO t VALUES (1, 'old'), (9000, 'old')`], 1],
    ['append', [KEYLESS, `INSERT INTO t VALUES (9000, 'old')`], 1],
    ['replace', [KEYED, TRIGGER, `INSERT INTO t VALUES (9000, 'old')`], 0],
  ] as const)(
    '%s goes on with the ranges that were finished, and nobody sees them before',
    async (mode, there, stays) => {
      const { source, destination } = pair()
      await fill(source)
      await destination.run(...there)
      const before = await rowsOf(destination)
      const fence = await stoppedAfterThree(pair(), intoIt(mode))
      expect(await rowsOf(destination)).toBe(before)
      const { result, log } = await moveInRanges(pair(), { fence, ...intoIt(mode) })
      expect(log).toMatch(/Resumed: [3-9] of/)
      expect(await destination.run('SELECT count(*) AS n FROM t WHERE id = 9000')).toEqual([{ n: String(stays) }])
      await destination.run('DELETE FROM t WHERE id = 9000')
      await expectMoved(pair(), result)
    },
  )

  it.each(['upsert', 'append'] as const)('%s makes it only when all rows are there', async (mode) => {
    const { source, destination } = pair()
    await fill(source)
    const fence = await stoppedAfterThree(pair(), intoIt(mode))
    expect(await destination.run(`SHOW TABLES LIKE 't'`)).toEqual([])
    const { result, log } = await moveInRanges(pair(), { fence, ...intoIt(mode) })
    expect(log).toMatch(/Resumed: [3-9] of/)
    await expectMoved(pair(), result)
  })

  it('brings an upsert by columns that are no key of the source in one piece, so that the last of two rows wins', async () => {
    const { source, destination } = pair()
    await fill(source)
    await source.run('ALTER TABLE t DROP CONSTRAINT t_pkey', `INSERT INTO t VALUES (7, 'twin')`)
    const { streams } = intoIt('upsert')
    const connector = afterRanges(1, () => expect.unreachable(), destination.connector)
    const { result } = await moveInRanges(pair(), {
      connector,
      streams: streams.map((one) => ({ ...one, key: ['id'] })),
    })
    expect(problems(result)).toEqual([undefined])
    expect(await destination.run('SELECT v FROM t WHERE id = 7')).toEqual([{ v: 'twin' }])
  })
})

it.each([
  ['mysql', 'postgres'],
  ['postgres', 'mysql'],
] as const)('makes a table that was not there out of ranges of two attempts, from %s to %s', async (from, to) => {
  const pair = pairOf(from, to)
  await fill(pair.source)
  const { result, log } = await moveInRanges(pair, { fence: await stoppedAfterThree(pair) })
  expect(log).toMatch(/Resumed: [3-9] of/)
  await expectMoved(pair, result)
})

it.each([
  ['mysql', 'postgres'],
  ['postgres', 'postgres'],
] as const)(
  'goes on with ranges of rows that steps in the source filter and rename, from %s to %s',
  async (from, to) => {
    const pair = pairOf(from, to)
    await fill(pair.source)
    const transformations = {
      salt: 'pepper',
      steps: [
        { id: 'f', type: 'filter', settings: { where: 'id % 3 <> 0' } },
        { id: 'r', type: 'rename', settings: { columns: [{ column: 'v', to: 'w' }] } },
      ] as const,
    }
    const fence = await stoppedAfterThree(pair, { transformations })
    const { result, log } = await moveInRanges(pair, { fence, transformations })
    expect(log).toMatch(/Resumed: [3-9] of/)
    expect(problems(result)).toEqual([undefined])
    expect(result.streams).toMatchObject([{ rowsRead: ROWS, rowsFiltered: ROWS / 3, rowsWritten: (ROWS * 2) / 3 }])
    expect(await pair.destination.run('SELECT id, w AS v FROM t ORDER BY id')).toEqual(
      await pair.source.run('SELECT id, v FROM t WHERE id % 3 <> 0 ORDER BY id'),
    )
  },
)

it.each([
  // Postgres runs this step itself, and Millrace runs it for rows of MySQL.
  ['postgres', 'postgres'],
  ['mysql', 'postgres'],
] as const)('mixes no hashes of two salts, from %s to %s', async (from, to) => {
  const pair = pairOf(from, to)
  await fill(pair.source)
  const steps = [{ id: 'm', type: 'mask', settings: { columns: [{ column: 'v', method: 'hash' }] } }] as const
  const fence = await stoppedAfterThree(pair, { transformations: { salt: 'pepper', steps } })
  const { result, log } = await moveInRanges(pair, { fence, transformations: { salt: 'another', steps } })
  expect(log).not.toContain('Resumed')
  expect(problems(result)).toEqual([undefined])
  expect(await pair.destination.run('SELECT count(DISTINCT v) AS hashes FROM t')).toEqual([{ hashes: '1' }])
})

it('goes on with the first load of rows that come from mysql by a cursor, also when more have come meanwhile', async () => {
  const pair = pairOf('mysql', 'postgres')
  await fill(pair.source)
  const { entity } = pair.source
  const streams = [
    { entity, target: pair.destination.entity, mode: 'upsert' as const, key: ['id'], cursor: { column: 'id' } },
  ]
  const fence = await stoppedAfterThree(pair, { streams })
  await pair.source.run(`INSERT INTO t VALUES (4000, 'later'), (4001, 'later')`)
  const { result, log } = await moveInRanges(pair, { fence, streams })
  expect(log).toMatch(/Resumed: [3-9] of/)
  expect(result.streams).toMatchObject([{ window: { until: '4001' } }])
  await expectMoved(pair, result, ROWS + 2)
})

describe('with steps that Millrace runs row by row', () => {
  const transformations = {
    salt: 'pepper',
    steps: [
      { id: 'f', type: 'filter', settings: { where: 'id % 3 <> 0' } },
      {
        id: 'c',
        type: 'compute',
        settings: { columns: [{ name: 'w', expression: 'upper(v) || reverse(CAST(id AS VARCHAR))' }] },
      },
    ] as const,
  }
  const madeOf = (rows: readonly Record<string, string | null>[]) =>
    rows.map(({ id, v }) => ({ id, w: `${v?.toUpperCase()}${[...(id ?? '')].reverse().join('')}` }))

  it.each([
    ['postgres', 'postgres'],
    ['mysql', 'postgres'],
  ] as const)(
    'goes on with finished ranges, whose rows are counted as they came and as they left, from %s to %s',
    async (from, to) => {
      const pair = pairOf(from, to)
      await fill(pair.source)
      const fence = await stoppedAfterThree(pair, { transformations })
      const { result, log } = await moveInRanges(pair, { fence, transformations })
      expect(log).toMatch(/Resumed: [3-9] of/)
      expect(problems(result)).toEqual([undefined])
      expect(result.streams).toMatchObject([{ rowsRead: ROWS, rowsFiltered: ROWS / 3, rowsWritten: (ROWS * 2) / 3 }])
      expect(await pair.destination.run('SELECT id, w FROM t ORDER BY id')).toEqual(
        madeOf(await pair.source.run('SELECT id, v FROM t WHERE id % 3 <> 0 ORDER BY id')),
      )
      expect(await leftBehind(pair.destination)).toEqual([])
    },
  )

  it('begins anew when a row in a finished range was changed', async () => {
    const pair = pairOf('mysql', 'postgres')
    await fill(pair.source)
    const fence = await stoppedAfterThree(pair, { transformations })
    await pair.source.run(`UPDATE t SET v = 'changed' WHERE id % 50 = 5`)
    const { result, log } = await moveInRanges(pair, { fence, transformations })
    expect(log).not.toContain('Resumed')
    expect(problems(result)).toEqual([undefined])
    expect(await pair.destination.run('SELECT id, w FROM t ORDER BY id')).toEqual(
      madeOf(await pair.source.run('SELECT id, v FROM t WHERE id % 3 <> 0 ORDER BY id')),
    )
  })

  it('goes in one piece if a step looks at several rows', async () => {
    const pair = pairOf('postgres', 'postgres')
    await fill(pair.source)
    const sorted = { id: 's', type: 'sort', settings: { by: [{ column: 'w', direction: 'descending' }] } } as const
    const steps = [...transformations.steps, sorted]
    const connector = afterRanges(1, () => expect.unreachable(), pair.destination.connector)
    const { result } = await moveInRanges(pair, { connector, transformations: { ...transformations, steps } })
    expect(problems(result)).toEqual([undefined])
  })
})

it('tells of dates that MySQL alone has again when it goes on', async () => {
  const pair = pairOf('mysql', 'postgres')
  await fill(pair.source)
  await pair.source.run(
    'ALTER TABLE t ADD d date',
    `UPDATE t SET d = IF(id = 3, '0000-00-00', '2024-02-29')`,
    'ANALYZE TABLE t',
  )
  const { result, log } = await moveInRanges(pair, { fence: await stoppedAfterThree(pair) })
  expect(log).toMatch(/Resumed: [3-9] of/)
  expect(log).toContain('1 date of "d" is not a valid calendar date')
  expect(problems(result)).toEqual([undefined])
})

it('brings what DuckDB makes of the whole table, wherever its steps run, in ranges and in one piece, also after a stop', () =>
  expectRightRows(ends))
