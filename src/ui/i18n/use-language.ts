import { useLingui } from '@lingui/react'

import { useServices } from '../services/services.tsx'
import { chooseLocale, type Locale, switchLocale } from './locale.ts'

/** The language and a function to change it; this browser stores the choice. */
export function useLanguage(): readonly [Locale, (locale: Locale) => Promise<void>] {
  const { i18n } = useLingui()
  const { loadPreferences, savePreferences, keepLanguage } = useServices()
  const choose = async (locale: Locale) => {
    savePreferences({ ...loadPreferences(), language: locale })
    await switchLocale(i18n, locale)
    // This page has the new language even if the server cannot store it.
    await keepLanguage(locale)
  }
  return [chooseLocale([i18n.locale]), choose]
}
