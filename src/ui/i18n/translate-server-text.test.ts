import { beforeAll, expect, it, vi } from 'vitest'

import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import { loadI18n, switchLocale } from './locale.ts'
import { translateServerText } from './translate-server-text.ts'

const refused = sentence`The account may not do this: ${'permission denied'}`
const ENGLISH = 'The account may not do this: permission denied'
const GERMAN = 'Das Konto darf das nicht: permission denied'

let german: Awaited<ReturnType<typeof loadI18n>>

beforeAll(async () => {
  german = await loadI18n('de')
  // Nothing waits for them, so the test does.
  await vi.waitFor(() => expect(translateServerText(german, ENGLISH, refused)).toBe(GERMAN))
})

it('says a sentence of the server in the reader’s language, and a vendor’s own words as they are', () => {
  const where = sentence`${sentence`Source`}: ${refused}`

  expect(translateServerText(german, `Source: ${ENGLISH}`, where)).toBe(`Quelle: ${GERMAN}`)
})

it('writes numbers as the reader’s language does', () => {
  const written = sentence`${12_001_839} rows were written.`

  expect(translateServerText(german, inEnglish(written), written)).toBe('12.001.839 Zeilen wurden geschrieben.')
})

it.each([
  ['of an older server, which tells no sentence', undefined],
  ['of a newer server, whose sentence nobody has translated', sentence`The moon is ${'full'}.`],
])('leaves the English %s', (_, told) => {
  expect(translateServerText(german, 'The moon is full.', told)).toBe('The moon is full.')
})

it('says what it can of a sentence within a sentence', () => {
  const half = sentence`${sentence`Source`}: ${sentence`The moon is ${'full'}.`}`

  expect(translateServerText(german, 'Source: The moon is full.', half)).toBe('Quelle: The moon is full.')
})

it('follows the language that is chosen', async () => {
  const i18n = await loadI18n('en')
  expect(translateServerText(i18n, ENGLISH, refused)).toBe(ENGLISH)

  await switchLocale(i18n, 'de')
  await expect.poll(() => translateServerText(i18n, ENGLISH, refused)).toBe(GERMAN)

  await switchLocale(i18n, 'en')
  expect(translateServerText(i18n, ENGLISH, refused)).toBe(ENGLISH)
})
