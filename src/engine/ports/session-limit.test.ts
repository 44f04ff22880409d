import { expect, it } from 'vitest'

import { makeDialler } from '../net/dialler.ts'
import { besidesLimit, sessionLimit } from './session-limit.ts'

it('allows so many sessions, and another one when one has ended, however often that is told', () => {
  const limit = sessionLimit(2)
  const [first] = [limit.take(), limit.take()]
  expect(() => limit.take()).toThrow('2 sessions')
  first?.()
  first?.()
  limit.take()
  expect(() => limit.take()).toThrow('2 sessions')
})

it('does not answer in the place of a server that is asked whether it is alive', () => {
  const context = {
    signal: new AbortController().signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: {} },
  }
  expect(besidesLimit({ ...context, sessions: sessionLimit(1) })).not.toHaveProperty('sessions')
})
