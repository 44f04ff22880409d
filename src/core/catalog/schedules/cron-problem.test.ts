import { describe, expect, it } from 'vitest'

import { cronProblem } from './cron-problem.ts'

/** Reads numbers and stars; there is no day 99. */
function nextOf(cron: string): Date | undefined {
  if (/[^\d* ]/.test(cron)) throw new Error('unreadable')
  return cron.includes('99') ? undefined : new Date(0)
}

describe('a cron expression', () => {
  it('has no problem where it has a next time', () => {
    expect(cronProblem(' 0  6 * * 1 ', nextOf)).toBeUndefined()
  })

  it.each(['', '* * * *', '* * * * * *', '@daily'])('has five fields: not %o', (cron) => {
    expect(cronProblem(cron, nextOf)).toEqual({ kind: 'field-count' })
  })

  it.each([
    ['x 6 * * 1', 'minute', 'x'],
    ['0 x6 * y 1', 'hour', 'x6'],
    ['0 6 * * x', 'weekday', 'x'],
  ])('is wrong in the first field that cannot be read: %s', (cron, field, value) => {
    expect(cronProblem(cron, nextOf)).toEqual({ kind: 'field', field, value })
  })

  it('is wrong where it never comes', () => {
    expect(cronProblem('0 6 99 * *', nextOf)).toEqual({ kind: 'never' })
  })
})
