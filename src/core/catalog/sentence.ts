/**
 * A sentence for users: its English template with numbered gaps, which is the key of the translation, and the values of the gaps.
 * Plain data, so that it can be sent and stored together with its English text.
 */
export interface Sentence {
  /** `The table {0} has no column {1}.` */
  readonly template: string
  readonly values: readonly SentenceValue[]
}

/**
 * Names and texts of other systems are not translated; a sentence within a sentence is. A number is written as the reader's language writes it, so a port or
 * a year is a text.
 */
export type SentenceValue = string | number | Sentence

/** A tag: sentence`The table ${table} has no column ${column}.` `lingui extract` collects these templates. */
export const sentence = (texts: TemplateStringsArray, ...values: readonly SentenceValue[]): Sentence => ({
  template: texts.reduce((before, text, index) => `${before}{${index - 1}}${text}`),
  values: values.map((value) => (typeof value === 'string' ? storable(value) : value)),
})

/** The store refuses NUL and halves of characters, which texts of other systems may contain; then the whole sentence would be lost. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

const GAP = /\{(\d+)\}/g

/** With all digits. */
export const NUMBERS = { maximumFractionDigits: 20 } as const

export interface Language {
  /** The translated template for an English one. */
  readonly templateOf: (english: string) => string
  readonly numbers: Pick<Intl.NumberFormat, 'format'>
}

export const inWords = ({ template, values }: Sentence, language: Language): string =>
  language.templateOf(template).replace(GAP, (_, place) => {
    const value = values[Number(place)] ?? ''
    if (typeof value === 'object') return inWords(value, language)
    return typeof value === 'number' ? language.numbers.format(value) : value
  })

/** Made when it is needed: it takes a tenth of the start of a process, and 8 MB. */
let numbersInEnglish: Intl.NumberFormat | undefined

function formatInEnglish(value: number | bigint): string {
  numbersInEnglish ??= new Intl.NumberFormat('en', NUMBERS)
  return numbersInEnglish.format(value)
}

const ENGLISH: Language = { templateOf: (english) => english, numbers: { format: formatInEnglish } }

export const inEnglish = (text: Sentence): string => inWords(text, ENGLISH)
