import { expect, it } from 'vitest'

import type { Run } from '../run.ts'
import { paceAfter, rowsPerSecond } from './run-pace.ts'

const read = (rowsRead: number): Run => ({
  id: 'run-1',
  kind: 'move',
  flowId: 'flow-1',
  status: 'running',
  streams: [
    {
      ...{ entity: 'orders', target: 'orders', status: 'running', rowsRead, rowsWritten: 0 },
      ...{ rowsFiltered: 0, rowsRejected: 0, bytes: 0 },
    },
  ],
})

const heard = (news: readonly (readonly [at: number, rowsRead: number])[]): Run =>
  news.reduce<Run>((known, [at, rows]) => ({ ...read(rows), pace: paceAfter(read(rows), known, at) }), read(0))

it('is not known before the run was heard of for a second', () => {
  expect(rowsPerSecond(read(100))).toBeUndefined()
  expect(rowsPerSecond(heard([[0, 100]]))).toBeUndefined()
  expect(
    rowsPerSecond(
      heard([
        [0, 100],
        [999, 400],
      ]),
    ),
  ).toBeUndefined()
})

it('is the speed of the last two seconds', () => {
  expect(
    rowsPerSecond(
      heard([
        [0, 0],
        [1_000, 500],
      ]),
    ),
  ).toBe(500)
  expect(
    rowsPerSecond(
      heard([
        [0, 0],
        [1_000, 5_000],
        [2_000, 5_100],
        [3_000, 5_200],
      ]),
    ),
  ).toBe(100)
})
