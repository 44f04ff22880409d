import { expect, it } from 'vitest'

import { isProofDue, type LastProof } from './proof-due.ts'

const MINUTE = 60_000
const after = (minutes: number, last: Partial<LastProof> = {}) =>
  isProofDue({ outcome: 'equal', rows: 1_000, endedAt: 0, ...last }, minutes * MINUTE)

it('compares a table at once that was never compared', () => {
  expect(isProofDue(undefined, 0)).toBe(true)
})

it('compares small tables each hour, and others each day', () => {
  expect([after(59), after(60)]).toEqual([false, true])
  const large = { rows: 1_000_001 }
  expect([after(60, large), after(1_439, large), after(1_440, large)]).toEqual([false, false, true])
})

it('compares a table soon again that differed, and one that still differs or could not be compared after an hour', () => {
  expect([after(0.5, { outcome: 'different' }), after(1, { outcome: 'different' })]).toEqual([false, true])
  for (const outcome of ['failed', 'still different'] as const)
    expect([after(30, { outcome }), after(60, { outcome })]).toEqual([false, true])
})
