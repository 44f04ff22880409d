import { expect, it } from 'vitest'

import { jsonDepth } from './json-depth.ts'

it.each([
  ['1', 0],
  ['"[[["', 0],
  [String.raw`"\\"`, 0],
  [String.raw`["\"[[", "\\", [], {}]`, 2],
  ['{"[": {"a": [1, [2]]}, "b": []}', 4],
  ['['.repeat(5_000) + ']'.repeat(5_000), 5_000],
])('the depth of JSON counts arrays and objects, not the marks in texts', (text, depth) => {
  expect(jsonDepth(text)).toBe(depth)
})
