import { expect, it } from 'vitest'

import { settingText } from './setting-text.ts'

it.each([
  [5, '5'],
  [['id', 'day'], 'id, day'],
  [{ value: 'total', time: 'at', unit: null, note: '' }, 'value: total, time: at'],
  [
    [
      { to: 'b', column: 'a', id: '1' },
      { column: 'c', to: '' },
    ],
    'a → b; c',
  ],
  [[{ columns: ['a', 'b'], to: { name: 'c' } }, 'd'], 'a, b → name: c; d'],
  [['Ada', '', 'Bob', ''], 'Ada, "", Bob, ""'],
  [[], ''],
])('writes %j as %s', (value, text) => {
  expect(settingText(value)).toBe(text)
})
