import { expect, it } from 'vitest'

import { FEW_STREAMS, type RunStreamRow } from '../../store/runs/runs.ts'
import { makeStreamNews } from './stream-news.ts'

const stream = (entity: string, read = 0): RunStreamRow => ({
  entity,
  target: entity,
  status: 'running',
  rows_read: read,
  rows_filtered: 0,
  rows_rejected: 0,
  rows_written: 0,
  bytes: 0,
})
const many = Array.from({ length: FEW_STREAMS + 1 }, (_, n) => stream(`t${n}`))

it('tells all streams first, and then those that have changed', () => {
  const newsOf = makeStreamNews()
  expect(newsOf({ streams: many })).toBeUndefined()
  expect(newsOf({ streams: [stream('t0', 7), ...many.slice(1)] })).toEqual([stream('t0', 7)])
})

it('tells all streams again once another attempt has begun without any', () => {
  const newsOf = makeStreamNews()
  newsOf({ streams: many })
  expect(newsOf({ streams: [] })).toBeUndefined()
  expect(newsOf({ streams: many })).toBeUndefined()
})
