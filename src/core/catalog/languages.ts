/** The languages of the product, by ISO 639. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** The first of the wanted languages that the product supports; `de-CH` counts as `de`. */
export const spokenOf = (wanted: readonly string[]): Language | undefined =>
  wanted.flatMap((tag) => LANGUAGES.filter((known) => known === tag.trim().toLowerCase().split(/[-_;]/)[0]))[0]
