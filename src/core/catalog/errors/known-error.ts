import type { Sentence } from '../sentence.ts'
import type { ErrorCode } from './error-classes.ts'

/** What an outside system's own code means; a message may quote what it said. */
export type KnownError = readonly [
  code: ErrorCode,
  message: Sentence | ((said: string) => Sentence),
  hint?: Sentence,
  field?: string,
]

export type KnownErrors = Readonly<Record<string, KnownError>>
