import { describe, expect, it } from 'vitest'

import { COST_ENTITIES } from './cost-entities.ts'
import { costPeriod } from './cost-period.ts'

const NOW = Date.parse('2026-03-31T22:00:00Z')
const [daily, monthly] = [
  COST_ENTITIES.find(({ granularity }) => granularity === 'DAILY'),
  COST_ENTITIES.find(({ granularity }) => granularity === 'MONTHLY'),
]
if (!daily || !monthly) throw new Error('both granularities are there')

describe('the days that AWS is asked for', () => {
  it('are all that it keeps, today included, when nothing was read before', () => {
    expect(costPeriod(daily, undefined, NOW)).toEqual({ start: '2025-03-01', end: '2026-04-01' })
  })

  it('are those since the last run, and the days before that were estimates then', () => {
    const window = { cursor: 'period_start', from: '2026-03-30', until: '2026-03-31' }
    expect(costPeriod(daily, window, NOW)).toEqual({ start: '2026-03-26', end: '2026-04-01' })
  })

  it('begin with a month where months are asked for', () => {
    const window = { cursor: 'period_start', from: '2026-03-02', until: '2026-03-31' }
    expect(costPeriod(monthly, window, NOW)).toEqual({ start: '2026-02-01', end: '2026-04-01' })
  })

  it('are never older than AWS keeps', () => {
    const window = { cursor: 'period_start', from: '2020-01-01', until: '2026-03-31' }
    expect(costPeriod(daily, window, NOW)).toEqual({ start: '2025-03-01', end: '2026-04-01' })
  })
})
