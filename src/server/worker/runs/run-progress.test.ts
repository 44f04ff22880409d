import { expect, it } from 'vitest'

import { sentence } from '../../../core/catalog/sentence.ts'
import type { StreamProgress } from '../../../engine/move/run/stream-progress.ts'
import { RunProgress } from './run-progress.ts'

const RUN = { id: 'r', flow_id: 'f', flow_version: 1, attempt: 1 }
const stream = (entity: string, change: Partial<StreamProgress> = {}): StreamProgress => ({
  ...{ entity, target: entity, status: 'pending', rowsRead: 0, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 0 },
  ...{ bytes: 0, ...change },
})
const arrived = (entity: string, rows: number) =>
  stream(entity, { status: 'succeeded', rowsRead: rows, rowsWritten: rows, check: { state: 'verified', rows } })
const failed = (entity: string) =>
  stream(entity, {
    status: 'failed',
    error: { code: 'CONSTRAINT', message: sentence`${entity} failed.`, retryable: false },
  })

function planned(...entities: string[]) {
  const progress = new RunProgress(RUN)
  progress.apply({ kind: 'planned', streams: entities.map((entity) => stream(entity)) })
  return progress
}
const changed = (progress: RunProgress) =>
  progress.changes().streams.map(({ ordinal, stream: { entity, status } }) => [ordinal, entity, status])

it('tells the streams that have changed since they were stored, and no others', () => {
  const progress = planned('a', 'b', 'c')
  progress.changes().stored()
  expect(changed(progress)).toEqual([])
  progress.apply({ kind: 'progress', stream: arrived('b', 3) })
  expect(changed(progress)).toEqual([[1, 'b', 'succeeded']])
})

it('tells a stream again that could not be stored, or has changed while it was', () => {
  const progress = planned('a', 'b')
  progress.changes()
  expect(changed(progress)).toHaveLength(2)
  const { stored } = progress.changes()
  progress.apply({ kind: 'progress', stream: arrived('a', 3) })
  stored()
  expect(changed(progress)).toEqual([[0, 'a', 'succeeded']])
})

it('keeps the sums of streams that it has forgotten', () => {
  const progress = planned('a', 'b', 'c')
  for (const ended of [arrived('a', 3), failed('b')]) {
    progress.apply({ kind: 'progress', stream: ended })
    progress.changes().stored()
  }
  progress.apply({ kind: 'progress', stream: stream('c', { status: 'running', rowsRead: 5, rowsWritten: 4 }) })
  expect(progress.changes().totals).toMatchObject({
    ...{
      streams: 3,
      succeeded: 1,
      failed: 1,
      rows_read: 8,
      rows_written: 7,
      rows_arrived: 3,
      balanced: 2,
      check: null,
    },
  })
})

it('says of a run that is over how far all of its rows were looked at', () => {
  const progress = planned('a', 'b')
  progress.apply({ kind: 'progress', stream: arrived('a', 3) })
  progress.apply({ kind: 'progress', stream: { ...arrived('b', 1), check: { state: 'counted', rows: 1 } } })
  expect(progress.changes().totals.check).toBe('counted')
})

it('ends what is under way, and nothing that is over', () => {
  const progress = planned('a', 'b')
  progress.apply({ kind: 'progress', stream: arrived('a', 3) })
  progress.changes().stored()
  progress.end()
  expect(changed(progress)).toEqual([[1, 'b', 'cancelled']])
  expect(progress.changes().streams[0]?.stream.receipt?.hash).toMatch(/^[0-9a-f]{64}$/)
})

it('hands over the columns of a stream once it has succeeded', () => {
  const progress = planned('a', 'b')
  const columns = [{ name: 'id', type: 'integer' }]
  for (const entity of ['a', 'b']) progress.setColumns(entity, { isKept: true, source: columns })
  expect(progress.changes().columns).toEqual([])
  progress.apply({ kind: 'progress', stream: arrived('a', 3) })
  expect(progress.changes().columns).toEqual([{ entity: 'a', target: 'a', rows: 3, columns, target_columns: null }])
})

it('measures the next run by all rows that arrived, also by those that were left out', () => {
  const progress = planned('a')
  progress.setColumns('a', { source: [], isKept: true })
  progress.apply({
    kind: 'progress',
    stream: { ...arrived('a', 5), rowsWritten: 3, rowsFiltered: 2, rowsLeftOut: 2 },
  })
  expect(progress.changes().columns).toMatchObject([{ entity: 'a', rows: 5 }])
})

it('remembers why streams failed: the first of the plan whole, all by their codes', () => {
  const entities = Array.from({ length: 8 }, (_, n) => `t${n}`)
  const progress = planned(...entities)
  for (const entity of entities.toReversed()) progress.apply({ kind: 'progress', stream: failed(entity) })
  const { failures } = progress.ended()
  expect(failures.first.map(({ stream: entity }) => entity)).toEqual(['t0', 't1', 't2', 't3', 't4'])
  expect(failures.kinds).toMatchObject([{ streams: 8, error: { code: 'CONSTRAINT' } }])
})
