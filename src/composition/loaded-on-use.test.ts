import { expect, it } from 'vitest'

import { loadedOnUse } from './loaded-on-use.ts'

class Counter {
  #count = 0
  async next(step: number): Promise<number> {
    this.#count += step
    return this.#count
  }
}

it('loads a port with its first call, and keeps it', async () => {
  let loads = 0
  let made: Promise<Counter> | undefined
  const counter = loadedOnUse(() => {
    made ??= Promise.resolve(new Counter()).finally(() => loads++)
    return made
  })
  expect(loads).toBe(0)
  expect(await counter.next(1)).toBe(1)
  expect(await counter.next(2)).toBe(3)
  expect(loads).toBe(1)
})

it('is no promise, so that it may be returned by what waits', async () => {
  const counter = await Promise.resolve(loadedOnUse(async () => new Counter()))
  expect(await counter.next(5)).toBe(5)
})
