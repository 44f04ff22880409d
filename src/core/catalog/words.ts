import { defined } from './defined.ts'
import { inEnglish, type Sentence } from './sentence.ts'

/** The texts of a problem, as sent and stored: in English, and as sentences for translation. */
export interface Words {
  readonly message: string
  readonly sentence?: Sentence
  /** The next step for the user. */
  readonly hint?: string
  readonly hint_sentence?: Sentence
}

export const wordsOf = ({ message, hint }: { readonly message: Sentence; readonly hint?: Sentence }): Words =>
  defined({ message: inEnglish(message), sentence: message, hint: hint && inEnglish(hint), hint_sentence: hint })
