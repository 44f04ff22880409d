import { describe, expect, it } from 'vitest'

import { areWorthSharing, isSoonOver, rangesOf } from './range-plan.ts'

const PLAN = { blocks: 100, atOnce: 1 }
const table = (blocks: number) => ({ blocks, storage: '', snapshotId: '', isUnchanged: async () => true })

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

describe('a table that is too small for long ranges', () => {
  const plan = { ...PLAN, blocks: 80, leastBlocks: 10 }
  const lengthsOf = (blocks: number) => [...new Set(rangesOf(table(blocks), plan).map(({ first, end }) => end - first))]

  it('is cut into shorter ones, so that several sessions are busy to the end', () => {
    expect(rangesOf(table(350), plan)).toHaveLength(9)
    expect(lengthsOf(350)).toEqual([40])
    expect(lengthsOf(800)).toEqual([80])
  })

  it('stays whole where shorter ones would cost more than they win', () => {
    expect(lengthsOf(60)).toEqual([10])
    expect(rangesOf(table(30), plan)).toEqual([])
  })

  it('is soon over, unless it has four of the long ones', () => {
    expect(isSoonOver(rangesOf(table(200), plan), plan)).toBe(true)
    expect(isSoonOver(rangesOf(table(320), plan), plan)).toBe(false)
    expect(isSoonOver(rangesOf(table(350), PLAN), PLAN)).toBe(false)
  })

  it('is not worth another worker', () => {
    expect(areWorthSharing(rangesOf(table(350), plan), plan)).toBe(false)
    expect(areWorthSharing(rangesOf(table(800), plan), plan)).toBe(true)
    expect(areWorthSharing(rangesOf(table(350), PLAN), PLAN)).toBe(false)
  })
})
