import { expect, it } from 'vitest'

import { sentence } from './sentence.ts'
import { wordsOf } from './words.ts'

it('tells a problem in English, and beside it what another language needs', () => {
  const message = sentence`The table ${'orders'} is gone.`
  const hint = sentence`Choose another one.`

  expect(wordsOf({ message })).toEqual({ message: 'The table orders is gone.', sentence: message })
  expect(wordsOf({ message, hint })).toEqual({
    message: 'The table orders is gone.',
    sentence: message,
    hint: 'Choose another one.',
    hint_sentence: hint,
  })
})
