import { describe, expect, it } from 'vitest'

import { costPeriod } from './cost-period.ts'

const NOW = Date.parse('2026-03-31T22:00:00Z')
const since = (from: string) => ({ cursor: 'period_start', from, until: '2026-03-31' })

describe('the days that AWS is asked for', () => {
  it('are all that it keeps, today included, when nothing was read before', () => {
    expect(costPeriod(undefined, NOW)).toEqual({ start: '2025-03-01', end: '2026-04-01' })
  })

  it.each([
    ['of this month', '2026-03-30', '2026-03-01'],
    ['of this month, from the day on which the bill of the last one is closed', '2026-03-11', '2026-03-01'],
    ['of the last month too, whose bill was open when the last run read it', '2026-03-10', '2026-02-01'],
  ])('are those %s', (_, from, start) => {
    expect(costPeriod(since(from), NOW)).toEqual({ start, end: '2026-04-01' })
  })

  it('are never older than AWS keeps', () => {
    expect(costPeriod(since('2020-01-01'), NOW)).toEqual({ start: '2025-03-01', end: '2026-04-01' })
  })
})
