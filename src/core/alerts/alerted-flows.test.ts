import { expect, it } from 'vitest'

import { alertedFlowsAfter, alertedShare } from './alerted-flows.ts'

it('a channel tells of all flows, or of all, some or none of those that are chosen', () => {
  expect(alertedShare({}, ['a'])).toBe('every')
  expect(alertedShare({ flowIds: ['a', 'b'] }, ['a', 'b'])).toBe('all')
  expect(alertedShare({ flowIds: ['a'] }, ['a', 'b'])).toBe('some')
  expect(alertedShare({ flowIds: ['c'] }, ['a', 'b'])).toBe('none')
})

it('flows are added to those of a channel or taken from them, each once', () => {
  expect(alertedFlowsAfter(['a', 'c'], ['a', 'b'], true)).toEqual(['c', 'a', 'b'])
  expect(alertedFlowsAfter(['a', 'c'], ['a', 'b'], false)).toEqual(['c'])
})
