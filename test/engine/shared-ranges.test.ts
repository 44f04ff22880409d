import { expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { MoveRequest } from '../../src/engine/move/move.ts'
import { helpWithRanges, type RangeHelp, type RangeOffer } from '../../src/engine/move/range-help.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import { pausedSource } from '../support/ranges/paused-source.ts'
import {
  expectNothingLeft,
  expectSameRows,
  givenLargeTable,
  moveInRanges,
  type RangedMove,
} from './given-large-table.ts'
import type { Database } from './move-between.ts'
import { contextWith, endpointOf, nextFence, problems, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenLargeTable((ends) => {
  ;({ source, destination } = ends)
})

const moveWith = (rangeHelp: RangeHelp, request?: RangedMove) =>
  moveInRanges({ source, destination }, { rangeHelp, ...request })

interface Help {
  readonly most?: number
  readonly from?: Connector
}

/** A second worker, as far as the engine can tell: sessions of its own to both servers. */
function helper(fence: MoveRequest['fence'], { most = Number.POSITIVE_INFINITY, from = postgresConnector }: Help = {}) {
  let left = most
  return (offer: RangeOffer) =>
    helpWithRanges({
      source: { connector: from, endpoint: endpointOf(source) },
      destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
      offer,
      fence,
      helper: 'b0b',
      mayGoOn: () => left-- > 0,
      context: contextWith(),
    })
}

const noMore = async () => undefined

it('counts the ranges that another worker has moved, and shows all rows at once', async () => {
  const fence = nextFence()
  const help = helper(fence, { most: 5 })
  const { result, log } = await moveWith({ offer: async (offer) => help(offer).then(() => noMore) }, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).toMatch(/Worker b0b moved 5 of 1\d ranges, with \d+ rows\./)
  expect(result.streams).toMatchObject([
    { rowsRead: 3000, rowsWritten: 3000, check: { state: 'verified', rows: 3000 } },
  ])
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('lets the other worker read the same snapshot, whatever was written since', async () => {
  const fence = nextFence()
  const help = helper(fence)
  const rangeHelp: RangeHelp = {
    offer: async (offer) => {
      await run(source, `UPDATE t SET v = 'later' WHERE id % 2 = 0`, 'DELETE FROM t WHERE id % 5 = 0')
      await help(offer)
      return noMore
    },
  }
  const { result, log } = await moveWith(rangeHelp, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).toMatch(/Worker b0b moved (1\d) of \1 ranges, with 3000 rows\./)
  expect(await run(destination, 'SELECT count(*) AS rows, min(v) = max(v) AS same FROM t')).toEqual([
    { rows: '3000', same: 't' },
  ])
})

it('moves what a worker had taken that has fallen silent', async () => {
  const fence = nextFence()
  const { connector, paused } = pausedSource()
  const help = helper(fence, { from: connector })
  const rangeHelp: RangeHelp = {
    offer: async (offer, onSilent) => {
      help(offer).catch(() => undefined)
      await paused
      // It may be about to take the next one.
      const timer = setInterval(() => onSilent('b0b'), 200)
      return async () => clearInterval(timer)
    },
  }
  const { result, log } = await moveWith(rangeHelp, { fence })
  expect(problems(result)).toEqual([undefined])
  expect(log).not.toContain('b0b')
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('ends what others do when it is cancelled, and leaves nothing behind', async () => {
  const fence = nextFence()
  const { connector, paused } = pausedSource()
  const help = helper(fence, { from: connector })
  const stop = new AbortController()
  const rangeHelp: RangeHelp = {
    offer: async (offer) => {
      help(offer).catch(() => undefined)
      await paused
      stop.abort()
      return noMore
    },
  }
  const { result } = await moveWith(rangeHelp, { fence, context: contextWith(stop.signal) })
  expect(statuses(result)).toEqual(['cancelled'])
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
  await expectNothingLeft(destination)
})

it('lets nobody help an attempt that a newer one has overtaken', async () => {
  const fence = nextFence()
  const help = helper(fence)
  const refused: unknown[] = []
  const rangeHelp: RangeHelp = {
    offer: async (offer) => {
      await run(destination, 'UPDATE _millrace_fence SET epoch = epoch + 1')
      await help(offer).catch((error: unknown) => refused.push(error))
      return noMore
    },
  }
  const { result } = await moveWith(rangeHelp, { fence })
  expect(refused).toMatchObject([{ problem: { code: 'FENCED' } }])
  expect(problems(result)).toMatchObject([{ code: 'FENCED' }])
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
})

it('takes no help from a worker that reads another snapshot', async () => {
  const fence = nextFence()
  const help = helper(fence)
  const { result, log } = await moveWith(
    { offer: async (offer) => help({ ...offer, snapshotId: '3' }).then(() => noMore) },
    { fence },
  )
  expect(problems(result)).toEqual([undefined])
  expect(log).not.toContain('b0b')
  await expectSameRows(source, destination)
})

it('asks nobody where few ranges are left', async () => {
  const offered: RangeOffer[] = []
  const rangeHelp: RangeHelp = {
    offer: async (offer) => {
      offered.push(offer)
      return noMore
    },
  }
  const { result } = await moveWith(rangeHelp, { ranges: { blocks: 16, atOnce: 1 } })
  expect(problems(result)).toEqual([undefined])
  expect(offered).toEqual([])
})
