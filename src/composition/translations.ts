import { LocalStoragePreferenceStore } from '../adapters/local-storage/local-storage-preference-store.ts'
import { chooseLocale, loadI18n } from '../ui/i18n/locale.ts'

export const preferences = new LocalStoragePreferenceStore(localStorage).load()

const wanted = preferences.language === undefined ? navigator.languages : [preferences.language]

/**
 * Requested while the code of the application is still on its way: the page has this module as a script of its own
 * (`src/bootstrap/translations-first.mjs`).
 */
export const translations = loadI18n(chooseLocale(wanted))
