import { expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { assistWithRanges, type RangeShare, type RangeSharing } from '../../src/engine/move/ranges/range-sharing.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import { pausedSource } from '../support/ranges/paused-source.ts'
import {
  expectNothingLeft,
  expectSameRows,
  givenLargeTable,
  moveInRanges,
  type RangedMove,
} from './given-large-table.ts'
import { contextWith, type Database, endpointOf, nextFence, problems, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenLargeTable((ends) => {
  ;({ source, destination } = ends)
})

const moveWith = (rangeSharing: RangeSharing, request?: RangedMove) =>
  moveInRanges({ source, destination }, { rangeSharing, ...request })

interface Assisting {
  readonly most?: number
  readonly from?: Connector
}

/** A second worker, as far as the engine can tell: sessions of its own to both servers. */
function assistant(
  fence: MoveRequest['fence'],
  { most = Number.POSITIVE_INFINITY, from = postgresConnector }: Assisting = {},
) {
  let left = most
  return (share: RangeShare) =>
    assistWithRanges({
      source: { connector: from, endpoint: endpointOf(source) },
      destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
      share,
      fence,
      assistant: 'b0b',
      mayGoOn: () => left-- > 0,
      context: contextWith(),
    })
}

const noMore = async () => undefined

it('counts the ranges that another worker has moved, and shows all rows at once', async () => {
  const fence = nextFence()
  const assist = assistant(fence, { most: 5 })
  const { result, log } = await moveWith({ share: async (share) => assist(share).then(() => noMore) }, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).toMatch(/Worker b0b moved 5 of 1\d ranges, with [\d,]+ rows\./)
  expect(result.streams).toMatchObject([
    { rowsRead: 3000, rowsWritten: 3000, check: { state: 'verified', rows: 3000 } },
  ])
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('lets the other worker read the same snapshot, whatever was written since', async () => {
  const fence = nextFence()
  const assist = assistant(fence)
  const rangeSharing: RangeSharing = {
    share: async (share) => {
      await run(source, `UPDATE t SET v = 'later' WHERE id % 2 = 0`, 'DELETE FROM t WHERE id % 5 = 0')
      await assist(share)
      return noMore
    },
  }
  const { result, log } = await moveWith(rangeSharing, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).toMatch(/Worker b0b moved (1\d) of \1 ranges, with 3,000 rows\./)
  expect(await run(destination, 'SELECT count(*) AS rows, min(v) = max(v) AS same FROM t')).toEqual([
    { rows: '3000', same: 't' },
  ])
})

it('moves what a worker had taken that has fallen silent', async () => {
  const fence = nextFence()
  const { connector, paused } = pausedSource()
  const assist = assistant(fence, { from: connector })
  const rangeSharing: RangeSharing = {
    share: async (share, onSilent) => {
      assist(share).catch(() => undefined)
      await paused
      // It may be about to take the next one.
      const timer = setInterval(() => onSilent('b0b'), 200)
      return async () => clearInterval(timer)
    },
  }
  const { result, log } = await moveWith(rangeSharing, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).not.toContain('b0b')
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('ends what others do when it is cancelled, and leaves nothing behind', async () => {
  const fence = nextFence()
  const { connector, paused } = pausedSource()
  const assist = assistant(fence, { from: connector })
  const stop = new AbortController()
  const rangeSharing: RangeSharing = {
    share: async (share) => {
      assist(share).catch(() => undefined)
      await paused
      stop.abort()
      return noMore
    },
  }
  const { result } = await moveWith(rangeSharing, { fence, context: contextWith(stop.signal) })
  expect(statuses(result)).toEqual(['cancelled'])
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
  await expectNothingLeft(destination)
})

it('lets nobody help an attempt that a newer one has overtaken', async () => {
  const fence = nextFence()
  const assist = assistant(fence)
  const refused: unknown[] = []
  const rangeSharing: RangeSharing = {
    share: async (share) => {
      await run(destination, 'UPDATE _millrace_fence SET epoch = epoch + 1')
      await assist(share).catch((error: unknown) => refused.push(error))
      return noMore
    },
  }
  const { result } = await moveWith(rangeSharing, { fence })
  expect(refused).toMatchObject([{ problem: { code: 'FENCED' } }])
  expect(problems(result)).toMatchObject([{ code: 'FENCED' }])
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
})

it('takes no help from a worker that reads another snapshot', async () => {
  const fence = nextFence()
  const assist = assistant(fence)
  const { result, log } = await moveWith(
    { share: async (share) => assist({ ...share, snapshotId: '3' }).then(() => noMore) },
    { fence },
  )
  expect(problems(result)).toEqual([undefined])
  expect(log).not.toContain('b0b')
  await expectSameRows(source, destination)
})

it('asks nobody where few ranges are left', async () => {
  const shared: RangeShare[] = []
  const rangeSharing: RangeSharing = {
    share: async (share) => {
      shared.push(share)
      return noMore
    },
  }
  const { result } = await moveWith(rangeSharing, { ranges: { blocks: 16, atOnce: 1 } })
  expect(problems(result)).toEqual([undefined])
  expect(shared).toEqual([])
})
