import { expect, it } from 'vitest'

import { counted, estimated } from '../../../core/catalog/estimates/figure.ts'
import { countFirings } from './count-firings.ts'

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
