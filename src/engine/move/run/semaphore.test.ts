import { expect, it } from 'vitest'

import { Semaphore } from './semaphore.ts'

/** Requests this many permits of two at a time, and reports which were granted. */
function askForTwo(count: number) {
  const semaphore = new Semaphore(2)
  const granted: number[] = []
  const permits = Array.from({ length: count }, (_, n) => {
    const permit = semaphore.acquire()
    void permit.granted.then(() => granted.push(n))
    return permit
  })
  const grants = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return granted
  }
  return { permits, grants }
}

it('grants as many permits as may work at a time, and the others as those are released, in the order in which they asked', async () => {
  const { permits, grants } = askForTwo(4)
  expect(await grants()).toEqual([0, 1])
  permits[1]?.release()
  expect(await grants()).toEqual([0, 1, 2])
  permits[0]?.release()
  expect(await grants()).toEqual([0, 1, 2, 3])
})

it('frees one place for each permit, however often it is released', async () => {
  const { permits, grants } = askForTwo(4)
  permits[0]?.release()
  permits[0]?.release()
  expect(await grants()).toEqual([0, 1, 2])
})

it('passes over a permit that was released before it was granted', async () => {
  const { permits, grants } = askForTwo(4)
  permits[2]?.release()
  permits[0]?.release()
  expect(await grants()).toEqual([0, 1, 2, 3])
})
