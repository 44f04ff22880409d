import type { PreferenceStore, Preferences } from '../../core/preferences/preferences.ts'

export class MemoryPreferenceStore implements PreferenceStore {
  #preferences: Preferences = {}

  load(): Preferences {
    return this.#preferences
  }

  save(preferences: Preferences): void {
    this.#preferences = preferences
  }
}
