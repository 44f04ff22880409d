import { expect, it } from 'vitest'

import { isServiceKey, newServiceKey, startOfKey } from './service-key.ts'

it('a key is recognized by its beginning, its length and its checksum', () => {
  const key = newServiceKey()
  expect(key).toMatch(/^mlr_[0-9A-Za-z]{40}$/)
  expect(isServiceKey(key)).toBe(true)
  const last = key.endsWith('x') ? 'y' : 'x'
  expect(isServiceKey(key.slice(0, -1) + last)).toBe(false)
  expect(isServiceKey(key.slice(0, -1))).toBe(false)
  expect(startOfKey(key)).toBe(key.slice(0, 10))
})

it('two keys are never the same', () => {
  expect(new Set(Array.from({ length: 100 }, newServiceKey)).size).toBe(100)
})
