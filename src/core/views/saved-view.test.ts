import { expect, it } from 'vitest'

import { isAsSaved } from './saved-view.ts'

const view = { list: 'flows', name: 'Mine', isShared: false, search: { owner: 'ada', group: 'state' } } as const

it('a list is as its view says only if nothing is missing and nothing more narrows it', () => {
  expect(isAsSaved(view, { group: 'state', owner: 'ada' })).toBe(true)
  expect(isAsSaved(view, { owner: 'ada' })).toBe(false)
  expect(isAsSaved(view, { owner: 'ada', group: 'state', tag: 'nightly' })).toBe(false)
  expect(isAsSaved(view, { owner: 'grace', group: 'state' })).toBe(false)
})
