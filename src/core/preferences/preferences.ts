/** How a person likes the product in this browser; what is absent follows the system. */
export interface Preferences {
  readonly theme?: 'light' | 'dark'
  readonly language?: string
  readonly timeZone?: string
  /** Absent: single letters and signs are shortcuts (WCAG 2.1.4). */
  readonly singleKeys?: 'off'
  readonly editor?: EditorLayout
  /** Absent: the tour was not taken yet. */
  readonly tour?: 'over'
}

export const DRAWER_TABS = ['preview', 'sql', 'log'] as const

export type DrawerTab = (typeof DRAWER_TABS)[number]

/** How the editor's room is divided; lengths in pixels. What is absent is as the product has it. */
export interface EditorLayout {
  readonly panelWidth?: number
  readonly drawerHeight?: number
  /** Absent: it opens with the first step that is selected. */
  readonly drawerIsOpen?: boolean
  readonly drawerTab?: DrawerTab
}

/** Keeps the preferences of this browser, across visits and sign-ins. */
export interface PreferenceStore {
  load(): Preferences
  save(preferences: Preferences): void
}
