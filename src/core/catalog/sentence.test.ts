import { expect, it } from 'vitest'

import { inEnglish, sentence } from './sentence.ts'
import { allOf, inTurn, oneAfterAnother, oneOf } from './sentence-lists.ts'
import { SERVER, withServerAt } from './server-words.ts'

it('is the English that it makes, and what a translation needs', () => {
  const said = sentence`The table ${'orders'} has ${3} columns.`

  expect(said).toEqual({ template: 'The table {0} has {1} columns.', values: ['orders', 3] })
  expect(inEnglish(said)).toBe('The table orders has 3 columns.')
})

it('writes numbers as English writes them, with all digits, and leaves texts as they are', () => {
  expect(inEnglish(sentence`${12_001_839} rows, ${0.123456} %, port ${'54321'}`)).toBe(
    '12,001,839 rows, 0.123456 %, port 54321',
  )
})

it('contains nothing that the store would refuse', () => {
  expect(sentence`The value is ${'a\0b'}, then ${'half of \ud83d'}.`.values).toEqual(['a\ufffdb', 'half of \ufffd'])
})

it('takes sentences into its gaps, and gaps in names as they are', () => {
  expect(inEnglish(sentence`Source: ${sentence`There is no column “${'{0} $& {1}'}”.`}`)).toBe(
    'Source: There is no column “{0} $& {1}”.',
  )
})

it.each([
  [oneOf(['a', 'b', 'c']), 'a or b or c'],
  [allOf(['a', 'b', 'c']), 'a, b and c'],
  [allOf(['a']), 'a'],
  [inTurn(['a', sentence`b is missing`]), 'a; b is missing'],
  [oneAfterAnother([sentence`One.`, sentence`Two.`]), 'One. Two.'],
  [oneOf([]), ''],
  [oneAfterAnother([]), ''],
])('lists parts: %#', (list, english) => {
  expect(inEnglish(sentence`${list ?? ''}`)).toBe(english)
})

it('tells at which end a server stands, once that is known', () => {
  const lost = sentence`The connection to ${SERVER.within} was lost: ${'the server'}`

  expect(inEnglish(lost)).toBe('The connection to the server was lost: the server')
  expect(inEnglish(withServerAt(lost, 'source'))).toBe('The connection to the source server was lost: the server')
  expect(inEnglish(withServerAt(sentence`${SERVER.first} is away.`, 'destination'))).toBe(
    'The destination server is away.',
  )
})
