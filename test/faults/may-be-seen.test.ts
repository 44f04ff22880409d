import { expect, it } from 'vitest'

import { mayBeSeen } from './may-be-seen.ts'

const before = ['a/1: old', 'b/1: old']
const after = ['a/1: new', 'a/2: new', 'b/1: new']
const byTable = { before, after, arrival: 'table by table' } as const

it.each([
  { found: before, may: true },
  { found: after, may: true },
  { found: ['a/1: new', 'a/2: new', 'b/1: old'], may: true },
  { found: ['a/1: new', 'b/1: new'], may: false },
  { found: ['a/1: new', 'a/2: new'], may: false },
  { found: ['a/1: old', 'a/1: new', 'a/2: new', 'b/1: new'], may: false },
  { found: [...before, 'c/1: new'], may: false },
])('of several tables each may be old or new and nothing else: $found', ({ found, may }) => {
  expect(mayBeSeen(byTable, found)).toBe(may)
})

it('of one table all rows are old or all are new, where they do not arrive one by one', () => {
  expect(mayBeSeen({ ...byTable, arrival: 'at once' }, ['a/1: new', 'a/2: new', 'b/1: old'])).toBe(false)
  expect(mayBeSeen({ ...byTable, arrival: 'each' }, ['a/1: new'])).toBe(true)
  expect(mayBeSeen({ ...byTable, arrival: 'each' }, ['a/1: old'])).toBe(false)
})
