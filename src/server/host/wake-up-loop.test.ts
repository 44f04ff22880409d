import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import type { Log } from './log.ts'
import { makeWakeUpLoop } from './wake-up-loop.ts'

const warnings: unknown[] = []
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (message, fields) => void warnings.push([message, fields?.['error']]),
  error: () => {},
}

/** A loop whose rounds end when the test says so. @returns the loop, and how many rounds have begun */
function givenLoop() {
  const rounds: { readonly end: (wait?: number) => void; readonly fail: (error: Error) => void }[] = []
  const work = () => {
    const round = Promise.withResolvers<number | undefined>()
    rounds.push({ end: round.resolve, fail: round.reject })
    return round.promise
  }
  return { rounds, loop: makeWakeUpLoop({ work, log, subject: 'things' }) }
}

it('does nothing before its start and after its end', async () => {
  const { loop, rounds } = givenLoop()
  loop.wake()
  expect(rounds).toHaveLength(0)
  loop.start()
  rounds[0]?.end(1)
  await loop.stop()
  loop.wake()
  await sleep(20)
  expect(rounds).toHaveLength(1)
})

it('works once more, however often it was woken during a round, and never twice at the same time', async () => {
  const { loop, rounds } = givenLoop()
  loop.start()
  for (let times = 0; times < 3; times++) loop.wake()
  expect(rounds).toHaveLength(1)
  rounds[0]?.end()
  await expect.poll(() => rounds.length).toBe(2)
  rounds[1]?.end()
  await sleep(20)
  expect(rounds).toHaveLength(2)
  await loop.stop()
})

it('works again when more is due, also in the past', async () => {
  const { loop, rounds } = givenLoop()
  loop.start()
  rounds[0]?.end(-5)
  await expect.poll(() => rounds.length).toBe(2)
  rounds[1]?.end(10)
  await expect.poll(() => rounds.length).toBe(3)
  rounds[2]?.end()
  await loop.stop()
})

it('logs a round that failed, and goes on when it is woken', async () => {
  const { loop, rounds } = givenLoop()
  loop.start()
  rounds[0]?.fail(new Error('no store'))
  await expect.poll(() => warnings).toEqual([['things', expect.stringContaining('no store')]])
  loop.wake()
  await expect.poll(() => rounds.length).toBe(2)
  rounds[1]?.end()
  await loop.stop()
})

it('waits at its end for the round that is running', async () => {
  const { loop, rounds } = givenLoop()
  loop.start()
  let isStopped = false
  const stopped = loop.stop().then(() => {
    isStopped = true
  })
  await sleep(10)
  expect(isStopped).toBe(false)
  rounds[0]?.end()
  await stopped
})
