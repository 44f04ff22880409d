import { expect, it } from 'vitest'

import { RUN_RETRIES, retryPause } from './retry-pause.ts'

const lost = { code: 'SOURCE_CONNECTION_LOST', message: 'Lost.' }
const pauseAfter = (attempt: number, ...errors: { code: string; message: string; retryAfter?: number }[]) =>
  retryPause({ errors, attempt }, RUN_RETRIES, () => 0.999_999)

it('waits up to 2, 4, 8 and 16 seconds before it tries again, and fails at the fifth attempt', () => {
  expect([1, 2, 3, 4, 5].map((attempt) => pauseAfter(attempt, lost))).toEqual([1_999, 3_999, 7_999, 15_999, undefined])
})

it('leaves it to chance when, so that runs that failed together do not come back together', () => {
  expect(retryPause({ errors: [lost], attempt: 4 }, RUN_RETRIES, () => 0)).toBe(0)
})

it('tries once more on a full disk, and not at all where a person is needed', () => {
  const full = { code: 'DISK_FULL', message: 'Full.' }
  expect([pauseAfter(1, full), pauseAfter(2, full)]).toEqual([1_999, undefined])
  expect(pauseAfter(1, { code: 'PASSWORD_REFUSED', message: 'No.' })).toBeUndefined()
  expect(pauseAfter(1, lost, { code: 'CONSTRAINT', message: 'No.' })).toBeUndefined()
  expect(pauseAfter(1, { code: 'NEVER_HEARD_OF', message: 'What?' })).toBeUndefined()
})

it('leaves a vendor alone for as long as it asks, up to an hour', () => {
  const limited = (retryAfter: number) => ({ code: 'RATE_LIMITED', message: 'Later.', retryAfter })
  expect(pauseAfter(1, limited(7_000))).toBe(7_000)
  expect(pauseAfter(1, limited(3_600_000))).toBe(3_600_000)
  expect(pauseAfter(1, limited(3_600_001))).toBeUndefined()
})

it('never sends by itself what may have arrived', () => {
  expect(pauseAfter(1, { code: 'DELIVERY_UNKNOWN', message: 'Who knows.' })).toBeUndefined()
})
