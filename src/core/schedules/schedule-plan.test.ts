import { describe, expect, it } from 'vitest'

import { cronOf, planOf } from './schedule-plan.ts'

describe('a schedule as people choose it', () => {
  it.each([
    ['* * * * *', { kind: 'interval', every: { count: 1, unit: 'minutes' } }],
    ['*/15 * * * *', { kind: 'interval', every: { count: 15, unit: 'minutes' } }],
    ['0 */6 * * *', { kind: 'interval', every: { count: 6, unit: 'hours' } }],
    ['30 * * * *', { kind: 'hourly', minute: 30 }],
    ['5 6 * * *', { kind: 'daily', time: '06:05' }],
    ['0 7 * * 1-5', { kind: 'weekdays', time: '07:00' }],
    ['0 23 * * 0', { kind: 'weekly', weekday: 0, time: '23:00' }],
    ['0 6 1 * *', { kind: 'monthly', day: '1', time: '06:00' }],
    ['0 6 L * *', { kind: 'monthly', day: 'L' }],
  ])('is read from %s, and written as that again', (cron, plan) => {
    expect(planOf(cron)).toMatchObject(plan)
    expect(cronOf(planOf(cron))).toBe(cron)
  })

  it.each([
    '*/7 * * * *',
    '30 */6 * * *',
    '0 6 31 * *',
    '0 6 1 * 1',
    '0 6 * 1 *',
    '0 6,18 * * *',
    '0 * * * 1',
    '60 6 * * *',
    '0 24 * * *',
    '0 6 * * 8',
    'often',
  ])('is cron where only that can say it: %s', (cron) => {
    expect(planOf(cron)).toMatchObject({ kind: 'cron', cron })
    expect(cronOf(planOf(cron))).toBe(cron)
  })

  it('takes both numbers of Sunday', () => {
    expect(planOf('0 6 * * 7')).toMatchObject({ kind: 'weekly', weekday: 0 })
  })

  it('is none for a flow that runs on demand', () => {
    expect(planOf(undefined).kind).toBe('none')
    expect(cronOf(planOf(undefined))).toBeUndefined()
  })
})
