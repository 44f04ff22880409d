import { cpus } from 'node:os'
import { expect, it } from 'vitest'

import { untilCoresAreIdle } from './idle-cores.ts'

const waiting = async (least: number, ms: number): Promise<'idle' | 'waited'> => {
  const giveUp = AbortSignal.timeout(ms)
  await untilCoresAreIdle(least, giveUp)
  return giveUp.aborted ? 'waited' : 'idle'
}

it('does not wait where no core has to be idle', async () => {
  expect(await waiting(0, 50)).toBe('idle')
})

it('waits for more idle cores than there are until it is told to give up', async () => {
  expect(await waiting(cpus().length + 1, 1_500)).toBe('waited')
})

it('goes on when enough of the cores were idle for a second', async () => {
  // Other tests may be busy on all of them, but not for a minute.
  expect(await waiting(0.001, 60_000)).toBe('idle')
}, 90_000)
