import { readFileSync } from 'node:fs'

import { LANGUAGES } from '../../core/catalog/languages.ts'
import { inEnglish, inWords, NUMBERS, type Sentence } from '../../core/catalog/sentence.ts'

/** Translates a sentence into the language of its reader. */
export type Translate = (message: Sentence) => string

/** In that language, if there is a translation; in English otherwise. */
export function translateFor(language: string | undefined): Translate {
  const spoken = LANGUAGES.find((known) => known === language)
  if (spoken === undefined || spoken === 'en') return inEnglish
  const translations = translationsOf(spoken)
  const templateOf = (template: string) => translations.get(template) ?? template
  const numbers = new Intl.NumberFormat(spoken, NUMBERS)
  return (message) => inWords(message, { templateOf, numbers })
}

const read = new Map<string, ReadonlyMap<string, string>>()

/** The client's build compiles the same file; few servers need it, and each reads it once. */
function translationsOf(language: string): ReadonlyMap<string, string> {
  const known = read.get(language)
  if (known) return known
  const catalog = readFileSync(new URL(`../../core/catalog/sentences/${language}.po`, import.meta.url), 'utf8')
  const translations = new Map(
    [...catalog.matchAll(ENTRY)].map(([, id = '', translation = '']) => [textOf(id), textOf(translation)]),
  )
  read.set(language, translations)
  return translations
}

/** An id and its translation, each a text on one or several lines (gettext, "The Format of PO Files"). */
const ENTRY = /^msgid ((?:".*"\n)+)msgstr ((?:".+"(?:\n|$))+)/gm

const textOf = (lines: string): string =>
  [...lines.matchAll(/"(.*)"/g)].map(([text]) => JSON.parse(text) as string).join('')
