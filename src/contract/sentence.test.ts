import { expect, it } from 'vitest'
import { z } from 'zod/mini'

import { noteSentences, sentence } from './sentence.ts'

const body = z.looseObject({ sentence, note_sentences: noteSentences })
const inner = { template: 'The server', values: [] }

it.each([
  [{ template: '{0} has {1} rows of {2}.', values: ['orders', 3, inner] }, true],
  [{ template: 'A newer server tells more.', values: [], gender: 'f' }, true],
  [undefined, false],
  ['The server is away.', false],
  [{ template: 'Without values' }, false],
  [{ template: '{0}', values: [null] }, false],
  [{ template: '{0}', values: [{ template: '{0}', values: [{}] }] }, false],
])('reads %j as a sentence: %s', (told, isOne) => {
  expect(z.parse(body, { sentence: told, note_sentences: told && [told] })).toEqual(
    isOne ? { sentence: told, note_sentences: [told] } : {},
  )
})
