import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Language = 'en' | 'de'

/** What an English label of the product is called in that language, by the catalog that the product itself uses. */
export function wordsOf(language: Language): (english: string) => string {
  if (language === 'en') return (english) => english
  const catalog = readFileSync(join(import.meta.dirname, `../../src/ui/i18n/locales/${language}.po`), 'utf8')
  const pairs = [...catalog.matchAll(/^msgid (".+")\nmsgstr (".+")$/gm)].map(
    ([, english = '', translated = '']) => [JSON.parse(english), JSON.parse(translated)] as const,
  )
  const words = new Map<string, string>(pairs)
  return (english) => {
    const translated = words.get(english)
    if (translated === undefined) throw new Error(`nothing in the catalog says “${english}”`)
    return translated
  }
}
