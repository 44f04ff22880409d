import { expect, it } from 'vitest'

import { cpuTime } from '../../../../test/support/cpu-time.ts'
import { counted, estimated } from '../../../core/catalog/estimates/figure.ts'
import { countDays, countFirings } from './count-firings.ts'

const FROM = new Date('2026-03-01T00:00:30Z')
const firings = (cron: string) => countFirings({ cron, timezone: 'UTC' }, FROM, 30)

it('counts the times of the next days', () => {
  expect(firings('0 6 * * *')).toEqual(counted(30))
  expect(firings('0 * * * *')).toEqual(counted(720))
  expect(firings('0 0 29 2 *')).toEqual(counted(0))
})

it('estimates them for a schedule that is due every few minutes', () => {
  expect(firings('*/5 * * * *')).toEqual(estimated(8_640))
  expect(firings('* * * * *')).toMatchObject({ certainty: 'estimated', amount: expect.closeTo(43_200, -2) })
})

it('counts the days on which it is due at all', () => {
  const days = (cron: string) => countDays({ cron, timezone: 'UTC' }, FROM, 30)
  expect(['*/15 * * * *', '0 6 * * *', '0 6 * * 1', '0 0 29 2 *'].map(days)).toEqual([30, 30, 5, 0])
})

it('a schedule that is never due is not looked for again and again', () => {
  const never = { cron: '0 0 31 2,4,6,9,11 *', timezone: 'America/St_Johns' }
  expect(cpuTime(() => countDays(never, new Date('2026-03-01T00:00:00Z'), 31))).toBeLessThan(100)
  expect(countDays(never, new Date('2026-03-01T00:00:00Z'), 31)).toBe(0)
})
