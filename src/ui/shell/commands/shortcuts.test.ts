import { expect, it } from 'vitest'

import { createShortcutReader } from './shortcuts.ts'

const stroke = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

it.each([
  ['Ctrl+K', [stroke('k', { ctrlKey: true })], 'palette'],
  ['Cmd+K', [stroke('k', { metaKey: true })], 'palette'],
  ['?', [stroke('?', { shiftKey: true })], 'shortcuts'],
  ['Shift+N', [stroke('N', { shiftKey: true })], 'new'],
  ['G then F', [stroke('g'), stroke('f')], 'go-flows'],
  ['F then C', [stroke('f'), stroke('c')], 'clear'],
  ['X, G then D', [stroke('x'), stroke('g'), stroke('d')], 'go-destinations'],
] as const)('understands %s', (_name, strokes, expected) => {
  const read = createShortcutReader()

  expect(strokes.map((one, index) => read(one, index * 100)).at(-1)).toBe(expected)
})

it.each([
  ['Ctrl+F, which is the search of the browser', [stroke('f', { ctrlKey: true })]],
  ['Alt+N', [stroke('n', { altKey: true })]],
  ['F alone', [stroke('f')]],
  ['an arrow', [stroke('ArrowDown')]],
])('takes no notice of %s', (_name, strokes) => {
  const read = createShortcutReader()

  expect(strokes.map((one) => read(one, 0)).at(-1)).toBeUndefined()
})

it('forgets the first of two keys after a while', () => {
  const read = createShortcutReader()
  read(stroke('g'), 0)

  expect(read(stroke('f'), 5_000)).toBeUndefined()
})
