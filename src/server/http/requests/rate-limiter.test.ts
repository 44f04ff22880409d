import { expect, it } from 'vitest'

import { makeRateLimiter } from './rate-limiter.ts'

const limit = { calls: 3, seconds: 60 }

it('lets a burst through, then says when to come back', () => {
  const check = makeRateLimiter(() => 0)
  for (let call = 0; call < 3; call++) check('ada', limit)
  expect(() => check('ada', limit)).toThrow('Too many requests. Try again in 20 seconds.')
})

it('lets one more through as soon as its time has come', () => {
  let now = 0
  const check = makeRateLimiter(() => now)
  for (let call = 0; call < 3; call++) check('ada', limit)
  now = 20_000
  check('ada', limit)
  expect(() => check('ada', limit)).toThrow('Too many requests')
})

it('counts each name for itself', () => {
  const check = makeRateLimiter(() => 0)
  for (let call = 0; call < 3; call++) check('ada', limit)
  expect(() => check('bob', limit)).not.toThrow()
})
