import type { PreferenceStore, Preferences } from './preferences.ts'

export type LoadPreferences = () => Preferences

export const makeLoadPreferences =
  ({ preferences }: { readonly preferences: PreferenceStore }): LoadPreferences =>
  () =>
    preferences.load()
