/** What the product speaks, by ISO 639. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** The first of the wanted languages that the product speaks; `de-CH` is one of them. */
export const spokenOf = (wanted: readonly string[]): Language | undefined =>
  wanted.flatMap((tag) => LANGUAGES.filter((known) => known === tag.trim().toLowerCase().split(/[-_;]/)[0]))[0]
