/**
 * A sentence for users: its English template with numbered gaps, which is the key of the translation, and the values of the gaps.
 * Plain data, so that it can be sent and stored together with its English text.
 */
export interface Sentence {
  /** `The table {0} has no column {1}.` */
  readonly template: string
  readonly values: readonly SentenceValue[]
}

/** Names, numbers and texts of other systems are not translated; a sentence within a sentence is. */
export type SentenceValue = string | number | Sentence

/** A tag: sentence`The table ${table} has no column ${column}.` `lingui extract` collects these templates. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly SentenceValue[]): Sentence => ({
  template: texts.reduce((before, text, index) => `${before}{${index - 1}}${text}`),
  values,
})

const GAP = /\{(\d+)\}/g

/** @param templateOf returns the translated template for an English one */
export const inWords = ({ template, values }: Sentence, templateOf: (english: string) => string): string =>
  templateOf(template).replace(GAP, (_, place) => {
    const value = values[Number(place)] ?? ''
    return typeof value === 'object' ? inWords(value, templateOf) : String(value)
  })

export const inEnglish = (said: Sentence): string => inWords(said, (english) => english)
