import type { PreferenceStore, Preferences } from './preferences.ts'

export type SavePreferences = (preferences: Preferences) => void

export const makeSavePreferences =
  ({ preferences }: { readonly preferences: PreferenceStore }): SavePreferences =>
  (chosen) =>
    preferences.save(chosen)
