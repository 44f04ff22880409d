import { expect, it } from 'vitest'
import { limitSentence } from './limit-sentence.ts'
import { isNearLimit, LIMIT_KINDS } from './limits.ts'
import { inEnglish } from './sentence.ts'

it('people are told of a limit from four fifths of it on', () => {
  expect([0, 79, 80, 100, 120].map((count) => isNearLimit(count, 100))).toEqual([false, false, true, true, true])
})

it('each sentence of a limit names it, how much there is, and what to do', () => {
  for (const kind of LIMIT_KINDS) {
    const text = inEnglish(limitSentence(kind, { count: 4321, limit: 5000 }))
    expect(text).toMatch(/4,?321.* 5,?000|5,?000.* 4,?321/)
    expect(text).toMatch(/(Delete|Revoke|Withdraw)/)
    expect(text).toContain('whoever runs this server')
  }
})
