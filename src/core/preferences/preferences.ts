/** A person's preferences in this browser; absent ones follow the system. */
export interface Preferences {
  readonly theme?: 'light' | 'dark'
  readonly language?: string
  readonly timeZone?: string
  /** Absent: single letters and signs are shortcuts (WCAG 2.1.4). */
  readonly singleKeys?: 'off'
  readonly editor?: EditorLayout
  /** The tour was ended in this browser, where the server does not store that; earlier versions always stored it here. */
  readonly tour?: 'over'
  /** What chooses the rows of previews: JSON of a text for each flow and table, which only the preview reads. */
  readonly previewRows?: string
  /** Absent: rows of lists are one line high. */
  readonly density?: 'comfortable'
  /** The ids of commands that were chosen in the search, the latest first. */
  readonly recentCommands?: readonly string[]
}

export const DRAWER_TABS = ['preview', 'sql', 'log'] as const

export type DrawerTab = (typeof DRAWER_TABS)[number]

/** The layout of the editor; lengths in pixels. Absent ones have the product's defaults. */
export interface EditorLayout {
  readonly panelWidth?: number
  readonly drawerHeight?: number
  /** `false`: it does not open with a selected step. */
  readonly drawerIsOpen?: boolean
  readonly drawerTab?: DrawerTab
}

/** Stores the preferences of this browser, across visits and sign-ins. */
export interface PreferenceStore {
  load(): Preferences
  save(preferences: Preferences): void
}
