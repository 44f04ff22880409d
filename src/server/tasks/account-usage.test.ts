import { expect, it } from 'vitest'

import { AccountUsage } from './account-usage.ts'

it('takes what was used half a minute ago for half', () => {
  let now = 0
  const usage = new AccountUsage(() => now)
  usage.add('ann', 3)
  usage.add('bob', 3)
  usage.add('ann', 3)
  expect([usage.isMuch('ann'), usage.isMuch('bob')]).toEqual([true, false])
  now += 30_000
  expect(usage.isMuch('ann')).toBe(false)
  usage.add('ann', 1.5)
  expect(usage.isMuch('ann')).toBe(true)
})
