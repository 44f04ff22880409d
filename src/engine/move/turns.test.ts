import { expect, it } from 'vitest'

import { Turns } from './turns.ts'

/** Takes so many turns of two at a time, and says which have begun. */
function takeOfTwo(count: number) {
  const turns = new Turns(2)
  const begun: number[] = []
  const taken = Array.from({ length: count }, (_, n) => {
    const turn = turns.take()
    void turn.begun.then(() => begun.push(n))
    return turn
  })
  const beginnings = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return begun
  }
  return { taken, beginnings }
}

it('lets as many begin as may work at a time, and the others as turns end, in the order in which they asked', async () => {
  const { taken, beginnings } = takeOfTwo(4)
  expect(await beginnings()).toEqual([0, 1])
  taken[1]?.end()
  expect(await beginnings()).toEqual([0, 1, 2])
  taken[0]?.end()
  expect(await beginnings()).toEqual([0, 1, 2, 3])
})

it('gives one place free for each turn, however often it is ended', async () => {
  const { taken, beginnings } = takeOfTwo(4)
  taken[0]?.end()
  taken[0]?.end()
  expect(await beginnings()).toEqual([0, 1, 2])
})

it('passes over a turn that was given up before it began', async () => {
  const { taken, beginnings } = takeOfTwo(4)
  taken[2]?.end()
  taken[0]?.end()
  expect(await beginnings()).toEqual([0, 1, 2, 3])
})
