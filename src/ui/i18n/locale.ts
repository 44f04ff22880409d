import { type I18n, type Messages, setupI18n } from '@lingui/core'

const LOCALES = ['en'] as const

export type Locale = (typeof LOCALES)[number]

/** Each catalog is its own chunk: only the language in use is loaded. */
const CATALOGS: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./locales/en.po'),
}

/** The first of the person's languages that the product speaks. */
export const chooseLocale = (wanted: readonly string[]): Locale =>
  wanted.flatMap((tag) => LOCALES.filter((locale) => tag.toLowerCase().startsWith(locale)))[0] ?? 'en'

/** Translations, ready to be used before the first render (spec §2). */
export async function loadI18n(locale: Locale): Promise<I18n> {
  const { messages } = await CATALOGS[locale]()
  return setupI18n({ locale, messages: { [locale]: messages } })
}
