/**
 * A sentence for a person: its English text with numbered gaps, by which a translation is found, and what fills the gaps.
 * Plain data, so that it can be sent and stored beside the English that it makes.
 */
export interface Sentence {
  /** `The table {0} has no column {1}.` */
  readonly template: string
  readonly values: readonly SentenceValue[]
}

/** Names, numbers and words of other systems stay as they are; a sentence within a sentence is translated, too. */
export type SentenceValue = string | number | Sentence

/** A tag: sentence`The table ${table} has no column ${column}.` `lingui extract` collects what stands behind it. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly SentenceValue[]): Sentence => ({
  template: texts.reduce((before, text, index) => `${before}{${index - 1}}${text}`),
  values,
})

const GAP = /\{(\d+)\}/g

/** @param templateOf the template of another language for that of the English one */
export const inWords = ({ template, values }: Sentence, templateOf: (english: string) => string): string =>
  templateOf(template).replace(GAP, (_, place) => {
    const value = values[Number(place)] ?? ''
    return typeof value === 'object' ? inWords(value, templateOf) : String(value)
  })

export const inEnglish = (said: Sentence): string => inWords(said, (english) => english)
