import { expect, it } from 'vitest'

import { flowsOnceTold, toldOf } from './told-flows.ts'

it('a channel tells of all flows, or of all, some or none of those that are chosen', () => {
  expect(toldOf({}, ['a'])).toBe('every')
  expect(toldOf({ flowIds: ['a', 'b'] }, ['a', 'b'])).toBe('all')
  expect(toldOf({ flowIds: ['a'] }, ['a', 'b'])).toBe('some')
  expect(toldOf({ flowIds: ['c'] }, ['a', 'b'])).toBe('none')
})

it('flows are added to those of a channel or taken from them, each once', () => {
  expect(flowsOnceTold(['a', 'c'], ['a', 'b'], true)).toEqual(['c', 'a', 'b'])
  expect(flowsOnceTold(['a', 'c'], ['a', 'b'], false)).toEqual(['c'])
})
