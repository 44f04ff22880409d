import { describe, expect, it } from 'vitest'

import { areWorthSharing, isSoonOver, lengthOf } from './range-plan.ts'

const PLAN = { blocks: 100, atOnce: 1 }

/** So many ranges are left. */
const left = (count: number) => Array.from({ length: count }, (_, n) => ({ first: BigInt(n), end: BigInt(n + 1) }))

it('cuts large tables into ranges of one length', () => {
  expect(lengthOf(350, PLAN)).toBe(100)
  expect(lengthOf(100_000, PLAN)).toBe(100)
})

it('leaves a table whole that is copied as soon as it could be resumed', () => {
  expect(lengthOf(300, PLAN)).toBeUndefined()
  expect(lengthOf(0, PLAN)).toBeUndefined()
})

describe('a table that is too small for long ranges', () => {
  const plan = { ...PLAN, blocks: 80, leastBlocks: 10 }

  it('is cut into shorter ones, so that several sessions are busy to the end', () => {
    expect(lengthOf(350, plan)).toBe(40)
    expect(lengthOf(800, plan)).toBe(80)
  })

  it('stays whole where shorter ones would cost more than they win', () => {
    expect(lengthOf(60, plan)).toBe(10)
    expect(lengthOf(30, plan)).toBeUndefined()
  })

  it('is soon over, unless it has four of the long ones', () => {
    expect(isSoonOver(200, 20, plan)).toBe(true)
    expect(isSoonOver(320, 40, plan)).toBe(false)
    expect(isSoonOver(350, 100, PLAN)).toBe(false)
  })

  it('is not worth another worker', () => {
    expect(areWorthSharing(left(9), 40, plan)).toBe(false)
    expect(areWorthSharing(left(10), 80, plan)).toBe(true)
    expect(areWorthSharing(left(4), 100, PLAN)).toBe(false)
  })
})
