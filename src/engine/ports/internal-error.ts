import { AssertionError } from 'node:assert'
import { sentence } from '../../core/catalog/sentence.ts'
import type { Problem } from './connector.ts'

/** What people are told of an exception of our own code; it blames neither their data nor their servers. */
export const INTERNAL_ERROR: Problem = {
  code: 'INTERNAL',
  message: sentence`Something went wrong inside Millrace. It has been logged.`,
  hint: sentence`This is our fault; neither the source nor the destination is to blame. Run the flow again; if it fails again, report it.`,
  retryable: false,
}

/**
 * Whether our own code threw this by mistake. Errors of Node about what it was given have a code, those of `fetch` a cause,
 * and a text that cannot be parsed is a SyntaxError: these may be somebody else's.
 */
export const isInternalError = (error: unknown): error is Error =>
  error instanceof AssertionError ||
  ((error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) &&
    !('code' in error) &&
    error.cause === undefined)
