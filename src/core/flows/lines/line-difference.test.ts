import { expect, it } from 'vitest'

import { lineDifference } from './line-difference.ts'

const shown = (before: string, after: string) =>
  lineDifference(before.split(' '), after.split(' ')).map((line) =>
    line.kind === 'skipped'
      ? `…${line.count}`
      : `${line.kind === 'added' ? '+' : line.kind === 'removed' ? '-' : ''}${line.text}`,
  )

it('shows what is removed and added, with two lines around it', () => {
  expect(shown('a b c d e f g h', 'a b c d x f g h')).toEqual(['…2', 'c', 'd', '-e', '+x', 'f', 'g'])
})

it('keeps lines that both have between two differences', () => {
  expect(shown('a b c d', 'x b c y')).toEqual(['-a', '+x', 'b', 'c', '-d', '+y'])
})

it('shows a line that moved as removed and added', () => {
  expect(shown('a b c', 'b c a')).toEqual(['-a', 'b', 'c', '+a'])
})

it('is empty for equal texts', () => {
  expect(shown('a b', 'a b')).toEqual([])
})

it('compares very long texts as a whole', () => {
  const long = (word: string) => Array.from({ length: 2_001 }, (_, n) => `${word} ${n}`)
  expect(lineDifference(long('a'), long('b'))).toHaveLength(4_002)
})

it.each([
  ['nothing before', [], ['a'], [{ kind: 'added', text: 'a' }]],
  ['nothing after', ['a'], [], [{ kind: 'removed', text: 'a' }]],
  ['nothing at all', [], [], []],
] as const)('shows %s', (_, before, after, shown) => {
  expect(lineDifference(before, after)).toEqual(shown)
})
