import { expect, it } from 'vitest'

import type { Load } from '../../ports/load.ts'
import { withinBudget } from './within-budget.ts'

/** A load that stores how many rows it got, and a budget. */
function given(budget: number) {
  const asked: number[] = []
  let left = budget
  let written = 0
  const load: Load = {
    failure: new AbortController().signal,
    write: (_frames, rows) => {
      written += rows
      return true
    },
    // It is never behind, so it never drains.
    drained: () => new Promise(() => {}),
    finish: async () => written,
    commit: async () => ({}),
    abandon: async () => {},
  }
  const take = (amount: number) => {
    asked.push(amount)
    if (amount > left) return false
    left -= amount
    return true
  }
  const allowance = {
    left: async () => ({ rows: { amount: left, spent: 0, isOfFlow: true } }),
    spend: async () => {},
    spendRows: async (least: number, most: number) => {
      if (take(most)) return most
      if (take(least)) return least
      throw new Error('spent')
    },
    giveBack: async () => {},
  }
  return { within: withinBudget(load, allowance), asked, rows: () => written }
}

const FRAMES = Buffer.from('rows')

async function write(load: Load, rows: number) {
  if (!load.write(FRAMES, rows)) await load.drained()
}

it('passes on rows once they are reserved, many at once', async () => {
  const { within, asked, rows } = given(1_000_000)
  for (let n = 0; n < 30; n++) await write(within, 1_000)

  expect(await within.finish()).toBe(30_000)
  expect(rows()).toBe(30_000)
  expect(asked).toEqual([10_000, 40_000])
})

it('passes on all that fits, and fails with the first row that does not', async () => {
  const { within, rows } = given(3_500)
  for (let n = 0; n < 4; n++) await write(within, 1_000)

  expect(rows()).toBe(3_000)
  expect(within.failure.aborted).toBe(true)
  expect(within.failure.reason).toMatchObject({ message: 'spent' })
  await expect(within.finish()).rejects.toThrow('spent')
})

it('keeps the order of rows that come although it asked to wait', async () => {
  const { within, rows } = given(100_000)
  expect(within.write(FRAMES, 10)).toBe(false)
  expect(within.write(FRAMES, 10)).toBe(false)

  expect(await within.finish()).toBe(20)
  expect(rows()).toBe(20)
})

it('forgets rows that wait when it is abandoned', async () => {
  const { within, rows } = given(100_000)
  within.write(FRAMES, 10)
  within.write(FRAMES, 10)
  await within.abandon()

  expect(rows()).toBeLessThan(20)
  expect(within.failure.aborted).toBe(true)
})
