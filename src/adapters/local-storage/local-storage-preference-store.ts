import type { PreferenceStore, Preferences } from '../../core/preferences/preferences.ts'
import { LocalStorageValue } from './local-storage-value.ts'

export class LocalStoragePreferenceStore implements PreferenceStore {
  readonly #value: LocalStorageValue

  constructor(storage: Storage) {
    this.#value = new LocalStorageValue(storage, 'millrace.preferences')
  }

  load(): Preferences {
    const stored = this.#value.read()
    if (typeof stored !== 'object' || stored === null) return {}
    const { theme, language, timeZone, singleKeys } = stored as Readonly<Record<string, unknown>>
    return {
      ...((theme === 'light' || theme === 'dark') && { theme }),
      ...(typeof language === 'string' && { language }),
      ...(typeof timeZone === 'string' && { timeZone }),
      ...(singleKeys === 'off' && { singleKeys }),
    }
  }

  save(preferences: Preferences): void {
    this.#value.write(preferences)
  }
}
