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

it('remembers a used-up limit until its own time is over, however long that is', () => {
  let now = 0
  const check = makeRateLimiter(() => now)
  const slow = { calls: 2, seconds: 4 * 3_600 }
  for (let call = 0; call < 2; call++) check('ada', slow)
  now = 3_700_000
  check('bob', limit)
  expect(() => check('ada', slow)).toThrow('Too many requests')
})

it('does not keep the names that callers invent', () => {
  const check = makeRateLimiter(() => 0, 10)
  for (let call = 0; call < 3; call++) check('ada', limit)
  for (let name = 0; name < 9; name++) check(`invented ${name}`, limit)
  expect(() => check('ada', limit)).toThrow('Too many requests')
  for (let name = 0; name < 10; name++) check(`more ${name}`, limit)
  // Its bucket was unused for the longest time.
  expect(() => check('ada', limit)).not.toThrow()
})
