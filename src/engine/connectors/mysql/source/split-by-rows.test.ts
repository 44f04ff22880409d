import { expect, it } from 'vitest'

import type { TableRange } from '../../../ports/ranges.ts'
import { splitByRows, splitByShares } from './split-by-rows.ts'

const within = ({ first, end }: TableRange, key: bigint) => key >= first && key < end

/** Splits keys, and says how many of them are in each range. */
async function split(keys: readonly bigint[], most: number) {
  const first = keys[0] ?? 0n
  const end = (keys.at(-1) ?? 0n) + 1n
  let guesses = 0
  const counted = (range: TableRange) => keys.filter((key) => within(range, key)).length
  const ranges = await splitByRows([{ first, end }], most, async (range) => {
    guesses++
    return counted(range)
  })
  return { ranges, counts: ranges.map(counted), guesses, whole: { first, end } }
}

const numbers = (length: number, from = 0n, step = 1n) => Array.from({ length }, (_, n) => from + BigInt(n) * step)

it('covers all keys once', async () => {
  const { ranges, whole } = await split(numbers(1_000), 100)
  expect(ranges[0]?.first).toBe(whole.first)
  expect(ranges.at(-1)?.end).toBe(whole.end)
  for (const [n, range] of ranges.slice(1).entries()) expect(range.first).toBe(ranges[n]?.end)
})

it.each([
  ['follow each other', numbers(1_000)],
  ['have gaps', numbers(1_000, 5n, 1_000n)],
  ['are below zero', numbers(1_000, -5_000n, 3n)],
  ['are numbers of 63 bits with the time in front', numbers(1_000, 1_234_567_890_123_456_789n, 4_194_304n)],
  ['lie at two ends', [...numbers(500), ...numbers(500, 9_000_000_000_000_000_000n)]],
])('makes no range larger than asked for where keys %s', async (_, keys) => {
  const { counts } = await split(keys, 100)
  expect(Math.max(...counts)).toBeLessThanOrEqual(100)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000)
  expect(counts.length).toBeLessThanOrEqual(24)
})

it('stops asking a server that answers the same for every range', async () => {
  let guesses = 0
  const ranges = await splitByRows([{ first: 0n, end: 1_000_000_000n }], 10, async () => {
    guesses++
    return 100
  })
  expect(guesses).toBeLessThan(700)
  expect(ranges[0]?.first).toBe(0n)
  expect(ranges.at(-1)?.end).toBe(1_000_000_000n)
})

it('leaves a single key as it is', async () => {
  expect(await splitByRows([{ first: 7n, end: 8n }], 1, async () => 50)).toEqual([{ first: 7n, end: 8n }])
})

it('joins no ranges between which something is finished', async () => {
  const parts = [
    { first: 0n, end: 10n },
    { first: 50n, end: 60n },
  ]
  expect(await splitByRows(parts, 100, async () => 1)).toEqual(parts)
})

it('makes about as many ranges as asked for of a server that expects half of a table at most, and else twice too many rows', async () => {
  const keys = numbers(100_000)
  const span = { first: 0n, end: 100_000n }
  const guess = async ({ first, end }: TableRange) => Math.min(keys.length / 2, 2 * Number(end - first))
  const ranges = await splitByShares({ span, gaps: [span], count: 8 }, guess)
  expect(ranges.length).toBe(12)
  expect(Math.max(...ranges.map(({ first, end }) => Number(end - first)))).toBeLessThanOrEqual(12_500)
  const left = { first: 50_000n, end: 100_000n }
  expect((await splitByShares({ span, gaps: [left], count: 8 }, guess)).length).toBe(6)
})

it('makes a range of one key', async () => {
  const span = { first: 7n, end: 8n }
  expect(await splitByShares({ span, gaps: [span], count: 8 }, async () => 0)).toEqual([span])
})
