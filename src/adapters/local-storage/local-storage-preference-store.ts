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
    const { theme, language, timeZone, singleKeys, editor, tour, previewRows } = stored as Readonly<
      Record<string, unknown>
    >
    return {
      ...((theme === 'light' || theme === 'dark') && { theme }),
      ...(typeof language === 'string' && { language }),
      ...(typeof timeZone === 'string' && { timeZone }),
      ...(singleKeys === 'off' && { singleKeys }),
      ...(tour === 'over' && { tour }),
      ...(typeof previewRows === 'string' && { previewRows }),
      ...(typeof editor === 'object' && editor !== null && { editor: editorLayoutOf({ ...editor }) }),
    }
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
  return {
    ...(typeof panelWidth === 'number' && { panelWidth }),
    ...(typeof drawerHeight === 'number' && { drawerHeight }),
    ...(typeof drawerIsOpen === 'boolean' && { drawerIsOpen }),
    ...(tab && { drawerTab: tab }),
  }
}
