import { expect, it } from 'vitest'
import { monthEnd } from './month-end.ts'

it('says what a month will have spent, from what half of it has', () => {
  expect(monthEnd(15, '2026-06-01', Date.parse('2026-06-16T00:00:00Z'))).toBe(30)
})

it('says nothing on the first day, and the truth after the last', () => {
  expect(monthEnd(15, '2026-06-01', Date.parse('2026-06-01T20:00:00Z'))).toBeUndefined()
  expect(monthEnd(15, '2026-06-01', Date.parse('2026-07-02T00:00:00Z'))).toBe(15)
})
