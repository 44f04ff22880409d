import { expect, it } from 'vitest'

import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { StreamProgress } from '../../../engine/move/run/stream-progress.ts'
import { makeLogStreams } from './log-streams.ts'

const ARRIVED: StreamProgress = {
  ...{ entity: 'orders', target: 'Orders', status: 'succeeded', bytes: 30 },
  ...{ rowsRead: 3, rowsFiltered: 1, rowsRejected: 0, rowsWritten: 2 },
}

function linesOf(stream: StreamProgress, isDry: boolean, types: readonly string[] = []): readonly string[] {
  const lines: string[] = []
  const log = makeLogStreams(
    { log: (_, message) => lines.push(inEnglish(message)) },
    { isDry, steps: types.map((type) => ({ type })) },
  )
  log({ kind: 'progress', stream })
  return lines
}

it('a run tells how many rows of a table were written', () => {
  expect(linesOf(ARRIVED, false)).toEqual(['3 rows read, 2 written, 1 filtered, 0 rejected.'])
})

it('a table whose rows are combined has none that were filtered', () => {
  expect(linesOf(ARRIVED, false, ['aggregate'])).toEqual(['3 rows read, 2 written, 0 rejected.'])
  expect(linesOf(ARRIVED, true, ['aggregate'])).toEqual(['3 rows read, 2 would be written, 0 rejected.'])
})

it('a dry run that cannot compare says that rows would be written, not that they were', () => {
  expect(linesOf(ARRIVED, true)).toEqual(['3 rows read, 2 would be written, 1 filtered, 0 rejected.'])
})

it('a comparison of some rows counts those that were not compared', () => {
  const difference = { created: 1, changed: 0, removed: 0, unchanged: 1 }
  expect(linesOf({ ...ARRIVED, difference }, true)).toEqual(['Compared: 1 new, 0 changed, 0 gone, 1 equal.'])
  expect(linesOf({ ...ARRIVED, difference: { ...difference, unknown: 40 } }, true)).toEqual([
    'Compared: 1 new, 0 changed, 0 gone, 1 equal, 40 not compared.',
  ])
})
