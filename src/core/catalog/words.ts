import { inEnglish, type Sentence } from './sentence.ts'

/** What is said of a problem, as it is sent and stored: in English, and with what it takes to say it in another language. */
export interface Words {
  readonly message: string
  readonly sentence?: Sentence
  /** What to do next. */
  readonly hint?: string
  readonly hint_sentence?: Sentence
}

export const wordsOf = ({ message, hint }: { readonly message: Sentence; readonly hint?: Sentence }): Words => ({
  message: inEnglish(message),
  sentence: message,
  ...(hint && { hint: inEnglish(hint), hint_sentence: hint }),
})
