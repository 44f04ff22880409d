import { expect, it } from 'vitest'

import type { TableRange } from '../../../ports/ranges.ts'
import { splitByRows } from './split-by-rows.ts'

const within = ({ first, end }: TableRange, key: bigint) => key >= first && key < end

/** Splits keys, and says how many of them are in each range. */
async function split(keys: readonly bigint[], most: number) {
  const first = keys[0] ?? 0n
  const end = (keys.at(-1) ?? 0n) + 1n
  let guesses = 0
  const counted = (range: TableRange) => keys.filter((key) => within(range, key)).length
  const ranges = await splitByRows({ first, end }, most, async (range) => {
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
  const ranges = await splitByRows({ first: 0n, end: 1_000_000_000n }, 10, async () => {
    guesses++
    return 100
  })
  expect(guesses).toBeLessThan(700)
  expect(ranges[0]?.first).toBe(0n)
  expect(ranges.at(-1)?.end).toBe(1_000_000_000n)
})

it('leaves a single key as it is', async () => {
  expect(await splitByRows({ first: 7n, end: 8n }, 1, async () => 50)).toEqual([{ first: 7n, end: 8n }])
})
