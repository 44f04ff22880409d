import { expect, it } from 'vitest'

import { makeFailedAttempts } from './failed-attempts.ts'

const LIMIT = { attempts: 2, eachMs: 1_000 }

it('allows so many, and one more each time that one has come back', () => {
  let now = 0
  const attempts = makeFailedAttempts(() => now)
  attempts.take({ ada: LIMIT })
  attempts.take({ ada: LIMIT })
  expect(() => attempts.take({ ada: LIMIT })).toThrow('TOO_MANY_ATTEMPTS_TRY_LATER')
  attempts.take({ bob: LIMIT })

  now = 1_000
  attempts.take({ ada: LIMIT })
  expect(() => attempts.take({ ada: LIMIT })).toThrow('TOO_MANY_ATTEMPTS_TRY_LATER')
})

it('takes from none when one has none left', () => {
  const attempts = makeFailedAttempts(() => 0)
  attempts.take({ ada: LIMIT, here: LIMIT })
  attempts.take({ ada: LIMIT })
  expect(() => attempts.take({ ada: LIMIT, here: LIMIT })).toThrow()
  attempts.take({ here: LIMIT })
  expect(() => attempts.take({ here: LIMIT })).toThrow()
})

it('counts nothing that succeeded', () => {
  const attempts = makeFailedAttempts(() => 0)
  for (let time = 0; time < 10; time += 1) {
    attempts.take({ ada: LIMIT })
    attempts.giveBack('ada')
  }
  expect(() => attempts.take({ ada: LIMIT })).not.toThrow()
})
