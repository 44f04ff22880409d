import { expect, it } from 'vitest'

import { MissingCalls } from './missing-calls.ts'

it('tells whoever listens once that a call is missing', () => {
  const calls = new MissingCalls()
  let told = 0
  calls.subscribe(() => (told += 1))
  calls.add('dryRun')
  calls.add('dryRun')
  expect([...calls.get()]).toEqual(['dryRun'])
  expect(told).toBe(1)
})
