import { expect, it } from 'vitest'

import { tooManyRequests } from '../../domain/members/take-call.ts'
import { makeRefusedCalls } from './refused-calls.ts'

const refuse = (seconds: number) => () => Promise.reject(tooManyRequests(seconds))

it('refuses the same call of the same caller until the time of the next try', async () => {
  let now = 0
  const calls = makeRefusedCalls(() => now)
  await expect(calls.remember('preview ada', refuse(20))).rejects.toThrow('Try again in 20 seconds')
  now = 5_000
  expect(() => calls.check('preview ada')).toThrow('Too many requests. Try again in 15 seconds.')
  expect(() => calls.check('preview bob')).not.toThrow()
  expect(() => calls.check('run ada')).not.toThrow()
  now = 20_000
  expect(() => calls.check('preview ada')).not.toThrow()
})

it('remembers nothing of a call that is allowed, or that fails for another reason', async () => {
  const calls = makeRefusedCalls(() => 0)
  await calls.remember('preview ada', () => Promise.resolve())
  await expect(calls.remember('preview bob', () => Promise.reject(new Error('store away')))).rejects.toThrow(
    'store away',
  )
  expect(() => calls.check('preview ada')).not.toThrow()
  expect(() => calls.check('preview bob')).not.toThrow()
})

it('does not keep the names that callers invent', async () => {
  const calls = makeRefusedCalls(() => 0, 10)
  for (let name = 0; name < 11; name++) await calls.remember(`preview ${name}`, refuse(60)).catch(() => {})
  expect(() => calls.check('preview 0')).not.toThrow()
  expect(() => calls.check('preview 10')).toThrow('Too many requests')
})
