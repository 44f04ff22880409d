import { type I18n, type Messages, setupI18n } from '@lingui/core'

import { type Language as Spoken, spokenOf } from '../../core/catalog/languages.ts'

export type Locale = Spoken

interface Language {
  readonly locale: Locale
  /** Its name in the language itself. */
  readonly name: string
}

/** The languages of the product, in the order of display. */
export const LANGUAGES: readonly Language[] = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
]

type Catalogs = Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>>

/** Each catalog is a separate chunk: only the current language is loaded. */
const CATALOGS: Catalogs = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
}

/** The translations of the server's sentences. */
const SENTENCES: Partial<Catalogs> = { de: () => import('../../core/catalog/sentences/de.po') }

/** The first of the user's languages that the product supports. */
export const chooseLocale = (wanted: readonly string[]): Locale => spokenOf(wanted) ?? 'en'

/** Translations, ready before the first render (spec §2); English if those of the language cannot be loaded. */
export async function loadI18n(wanted: Locale, catalogs = CATALOGS): Promise<I18n> {
  const { locale, messages } = await catalogOf(wanted, catalogs)
  announceLanguage(locale)
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  void loadSentences(i18n, locale)
  return i18n
}

async function catalogOf(wanted: Locale, catalogs: Catalogs): Promise<{ locale: Locale; messages: Messages }> {
  try {
    const { messages } = await catalogs[wanted]()
    return { locale: wanted, messages }
  } catch {
    const { messages } = await loadBundledEnglish()
    return { locale: 'en', messages }
  }
}

/** Switches the language of the whole page. */
export async function switchLocale(i18n: I18n, wanted: Locale): Promise<void> {
  const { locale, messages } = await catalogOf(wanted, CATALOGS)
  announceLanguage(locale)
  i18n.loadAndActivate({ locale, messages })
  void loadSentences(i18n, locale)
}

/** Nothing waits for it: until it is loaded, and if it cannot be loaded, the server's texts are in English. */
async function loadSentences(i18n: I18n, locale: Locale): Promise<void> {
  const loaded = await SENTENCES[locale]?.().catch(() => undefined)
  if (loaded) i18n.load(locale, loaded.messages)
}

/** Screen readers and hyphenation use it. */
function announceLanguage(locale: Locale): void {
  document.documentElement.lang = locale
}

/** The English texts as code of the client, in case the data of a language cannot be loaded. */
const loadBundledEnglish = (): Promise<{ readonly messages: Messages }> => import('./locales/en.po')
