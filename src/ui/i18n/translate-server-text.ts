import type { I18n } from '@lingui/core'

import { inEnglish, NUMBERS, type Sentence, type SentenceValue } from '../../core/catalog/sentence.ts'

/** The server's text in the user's language; unchanged if there is no translation. */
export const translateServerText = (i18n: I18n, english: string, sentence: Sentence | undefined): string =>
  (sentence && translated(i18n, sentence)) ?? english

function translated(i18n: I18n, { template, values }: Sentence): string | undefined {
  if (!Object.hasOwn(i18n.messages, template)) return undefined
  return i18n._(template, Object.fromEntries(values.map((value, place) => [place, valueIn(i18n, value)])))
}

function valueIn(i18n: I18n, value: SentenceValue): string {
  if (typeof value === 'number') return i18n.number(value, NUMBERS)
  return typeof value === 'object' ? (translated(i18n, value) ?? inEnglish(value)) : value
}
