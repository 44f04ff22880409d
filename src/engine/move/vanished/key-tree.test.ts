import { describe, expect, it } from 'vitest'

import { differingRanges, firstBits, isLeaf, nextParts } from './key-tree.ts'

const range = (keys: number, bits = 20) => ({ first: 0n, bits, source: keys, target: keys })

describe('the ranges of keys that are summed', () => {
  it('cover every number of both sides, in not many more than 32,768 ranges, or 65,536 of hashes', () => {
    expect(firstBits('number', [{ first: 1n, last: 1_000n }, undefined])).toBe(0)
    expect(
      firstBits('number', [
        { first: 1n, last: 10_000_000n },
        { first: -5n, last: 2n },
      ]),
    ).toBe(9)
    expect(firstBits('number', [{ first: -(1n << 63n), last: (1n << 63n) - 1n }])).toBe(49)
    expect(firstBits('number', [undefined, undefined])).toBeUndefined()
    expect(firstBits('hash', [])).toBe(32)
  })

  it('differ by their number of keys, by their sum, and where one side has none', () => {
    const sum = (first: bigint, rows: number, text: string) => ({ first, rows, sum: text })
    const source = [sum(0n, 2, 'a'), sum(4n, 2, 'b'), sum(8n, 1, 'c')]
    const target = [sum(0n, 2, 'a'), sum(4n, 2, 'x'), sum(12n, 3, 'd')]
    expect(differingRanges(2, source, target)).toEqual([
      { first: 4n, bits: 2, source: 2, target: 2 },
      { first: 8n, bits: 2, source: 1, target: 0 },
      { first: 12n, bits: 2, source: 0, target: 3 },
    ])
  })

  it('are divided until few keys are left, or none of the source has to travel', () => {
    expect([isLeaf(range(16)), isLeaf(range(17)), isLeaf(range(99, 0))]).toEqual([true, false, true])
    expect(isLeaf({ ...range(99), source: 0 })).toBe(true)
  })

  it('are divided into parts of a few keys, so many at once that the answer stays small', () => {
    const large = Array.from({ length: 5_000 }, () => range(150))
    const numbers = nextParts(large, 'number')
    expect([numbers.bits, numbers.ranges.length, numbers.rest.length]).toEqual([15, 256, 4_744])
    const hashes = nextParts(large, 'hash')
    expect([hashes.bits, hashes.ranges.length]).toEqual([16, 4_096])
    const larger = nextParts([range(1_500)], 'hash')
    expect(larger.bits).toBe(12)
    expect(nextParts([range(1_000_000)], 'number').bits).toBe(12)
    expect(nextParts([range(17, 2)], 'number').bits).toBe(0)
  })
})
