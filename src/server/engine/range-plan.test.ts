import { expect, it } from 'vitest'

import { rangesOf } from './range-plan.ts'

const PLAN = { blocks: 100, atOnce: 1 }
const table = (blocks: number) => ({ blocks, storage: '', moment: '', isUnchanged: async () => true })

it('covers a table with ranges of one length, so that a table that grew is cut in the same places', () => {
  expect(rangesOf(table(350), PLAN)).toEqual([
    { first: 0, end: 100 },
    { first: 100, end: 200 },
    { first: 200, end: 300 },
    { first: 300, end: 400 },
  ])
  expect(rangesOf(table(401), PLAN).slice(0, 4)).toEqual(rangesOf(table(350), PLAN))
})

it('leaves a table whole that is copied as soon as it could be resumed', () => {
  expect(rangesOf(table(300), PLAN)).toEqual([])
  expect(rangesOf(table(0), PLAN)).toEqual([])
})
