import { cpus } from 'node:os'
import { expect, it } from 'vitest'

import { untilCoresAreIdle } from './range-assistant.ts'

const waiting = async (least: number, ms: number, idleMs?: () => number): Promise<'idle' | 'waited'> => {
  const giveUp = AbortSignal.timeout(ms)
  await untilCoresAreIdle(least, giveUp, idleMs)
  return giveUp.aborted ? 'waited' : 'idle'
}

it('does not wait where no core has to be idle', async () => {
  expect(await waiting(0, 50)).toBe('idle')
})

it('waits for more idle cores than there are until it is told to give up', async () => {
  expect(await waiting(cpus().length + 1, 1_500)).toBe('waited')
})

it('goes on when enough of the cores were idle for a second, and not before', async () => {
  const coreAndAHalf = () => 1.5 * performance.now()
  expect(await waiting(1, 5_000, coreAndAHalf)).toBe('idle')
  expect(await waiting(2, 1_500, coreAndAHalf)).toBe('waited')
})
