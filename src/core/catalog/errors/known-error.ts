import type { Sentence } from '../sentence.ts'
import type { ErrorCode } from './error-classes.ts'

/** The meaning of an external system's error code; a message may quote the system. */
export type KnownError = readonly [
  code: ErrorCode,
  message: Sentence | ((text: string) => Sentence),
  hint?: Sentence,
  field?: string,
]

export type KnownErrors = Readonly<Record<string, KnownError>>
