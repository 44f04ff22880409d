import type { ErrorCode } from './error-classes.ts'

/** What an outside system's own code means; `%` in the message is what it said. */
export type KnownError = readonly [code: ErrorCode, message: string, hint?: string, field?: string]

export type KnownErrors = Readonly<Record<string, KnownError>>
