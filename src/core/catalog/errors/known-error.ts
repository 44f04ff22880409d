import type { ErrorCode } from './error-classes.ts'

/** The meaning of an outside system's code; `%` in the message is the system's own message. */
export type KnownError = readonly [code: ErrorCode, message: string, hint?: string, field?: string]

export type KnownErrors = Readonly<Record<string, KnownError>>
