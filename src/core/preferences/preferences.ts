/** How a person likes the product in this browser; what is absent follows the system. */
export interface Preferences {
  readonly theme?: 'light' | 'dark'
  readonly language?: string
  readonly timeZone?: string
  /** Absent: single letters and signs are shortcuts (WCAG 2.1.4). */
  readonly singleKeys?: 'off'
}

/** Keeps the preferences of this browser, across visits and sign-ins. */
export interface PreferenceStore {
  load(): Preferences
  save(preferences: Preferences): void
}
