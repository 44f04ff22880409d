import { defined } from '../../core/catalog/defined.ts'
import {
  DRAWER_TABS,
  type EditorLayout,
  type PreferenceStore,
  type Preferences,
} from '../../core/preferences/preferences.ts'
import { LocalStorageValue } from './local-storage-value.ts'

export class LocalStoragePreferenceStore implements PreferenceStore {
  readonly #value: LocalStorageValue

  constructor(storage: Storage) {
    this.#value = new LocalStorageValue(storage, 'millrace.preferences')
  }

  load(): Preferences {
    const stored = this.#value.read()
    if (typeof stored !== 'object' || stored === null) return {}
    const { theme, language, timeZone, singleKeys, editor, tour, previewRows, recentCommands, density } =
      stored as Readonly<Record<string, unknown>>
    return defined({
      theme: theme === 'light' || theme === 'dark' ? theme : undefined,
      language: typeof language === 'string' ? language : undefined,
      timeZone: typeof timeZone === 'string' ? timeZone : undefined,
      singleKeys: singleKeys === 'off' ? singleKeys : undefined,
      density: density === 'comfortable' ? density : undefined,
      tour: tour === 'over' ? tour : undefined,
      previewRows: typeof previewRows === 'string' ? previewRows : undefined,
      recentCommands: Array.isArray(recentCommands) ? recentCommands.filter((id) => typeof id === 'string') : undefined,
      editor: typeof editor === 'object' && editor !== null ? editorLayoutOf({ ...editor }) : undefined,
    })
  }

  save(preferences: Preferences): void {
    this.#value.write(preferences)
  }
}

function editorLayoutOf({
  panelWidth,
  drawerHeight,
  drawerIsOpen,
  drawerTab,
}: Readonly<Record<string, unknown>>): EditorLayout {
  const tab = DRAWER_TABS.find((known) => known === drawerTab)
  return defined({
    panelWidth: typeof panelWidth === 'number' ? panelWidth : undefined,
    drawerHeight: typeof drawerHeight === 'number' ? drawerHeight : undefined,
    drawerIsOpen: typeof drawerIsOpen === 'boolean' ? drawerIsOpen : undefined,
    drawerTab: tab,
  })
}
