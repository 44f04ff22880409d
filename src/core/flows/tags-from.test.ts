import { expect, it } from 'vitest'

import { tagsFrom } from './tags-from.ts'

it('reads tags between commas, each once', () => {
  expect(tagsFrom(' finance, nightly ,,Finance')).toEqual(['Finance', 'nightly'])
  expect(tagsFrom('')).toEqual([])
})
