import { type I18n, type Messages, setupI18n } from '@lingui/core'

export type Locale = 'en' | 'de'

interface Language {
  readonly locale: Locale
  /** As those who speak it call it. */
  readonly name: string
}

/** The languages of the product, in the order in which they are offered. */
export const LANGUAGES: readonly Language[] = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
]

/** Each catalog is its own chunk: only the language in use is loaded. */
const CATALOGS: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
}

/** The first of the person's languages that the product speaks. */
export const chooseLocale = (wanted: readonly string[]): Locale =>
  wanted.flatMap((tag) => LANGUAGES.filter(({ locale }) => locale === tag.toLowerCase().split(/[-_]/)[0]))[0]?.locale ??
  'en'

/** Translations, ready to be used before the first render (spec §2). */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const { messages } = await CATALOGS[locale]()
  announceLanguage(locale)
  return setupI18n({ locale, messages: { [locale]: messages } })
}

/** Another language for everything on the page, at once. */
export async function switchLocale(i18n: I18n, locale: Locale): Promise<void> {
  const { messages } = await CATALOGS[locale]()
  announceLanguage(locale)
  i18n.loadAndActivate({ locale, messages })
}

/** Screen readers and hyphenation go by it. */
function announceLanguage(locale: Locale): void {
  document.documentElement.lang = locale
}
