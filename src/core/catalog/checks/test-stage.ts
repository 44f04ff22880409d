import type { ProblemText } from '../problem-text.ts'
import type { Sentence } from '../sentence.ts'

/** One step of a connection test: name resolves, port open, sign-in, … */
export interface TestStage {
  readonly stage: string
  readonly status: string
  readonly milliseconds: number
  readonly detail?: string
  readonly detailSentence?: Sentence
  readonly problem?: TestProblem
}

export interface TestProblem extends ProblemText {
  readonly code: string
  /** The input with the problem, by its name in the catalog. */
  readonly field?: string
  /** A valid value for that input, which a person must confirm. */
  readonly suggestion?: string
}
