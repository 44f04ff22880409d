import { expect, it } from 'vitest'

import { cpuTime } from '../../../../test/support/cpu-time.ts'
import { inspectValues, refuseDeepText } from './inspect-values.ts'

const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

it('takes 32 levels, and counts no brackets within texts', () => {
  for (const json of [lists(32), `["${lists(50)}\\"[["]`, `{"a\\\\":"${'{'.repeat(40)}"}`, '"no end [['])
    refuseDeepText(json)
  expect(() => refuseDeepText(lists(33))).toThrow('nested too deeply')
  expect(() => refuseDeepText(`["\\\\",${lists(32)}]`)).toThrow('nested too deeply')
})

it.each([
  ['lists in lists', '['.repeat(1_000_000)],
  ['objects in objects', '{"a":'.repeat(200_000)],
  ['quotation marks', '"'.repeat(1_000_000)],
  ['escaped quotation marks', `"${'\\\\\\"'.repeat(200_000)}`],
])('a megabyte of %s is looked through in a moment', (_, json) => {
  const look = () => {
    try {
      refuseDeepText(json)
    } catch {
      // Both are right; this is about time.
    }
  }
  expect(cpuTime(look)).toBeLessThan(100)
})

it('counts half a million values before it looks at any', () => {
  const values = Array.from({ length: 500_000 }, (_, n) => n)
  expect(cpuTime(() => expect(() => inspectValues({ values })).toThrow('50,000 values'))).toBeLessThan(100)
})
