import type { Sentence } from './sentence.ts'

/** What the server says about a problem: in English, and as sentences for translation. */
export interface ProblemText {
  readonly message: string
  readonly sentence?: Sentence
  /** The next step for the user. */
  readonly hint?: string
  readonly hintSentence?: Sentence
}
