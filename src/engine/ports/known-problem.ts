import { defined } from '../../core/catalog/defined.ts'
import { isRetryable } from '../../core/catalog/errors/error-classes.ts'
import type { KnownError } from '../../core/catalog/errors/known-error.ts'
import type { Problem } from './connector.ts'

/** A row of the tables of errors as a problem. @param said the system's message, or its name */
export function knownProblem([code, message, hint, field]: KnownError, text = ''): Problem {
  return defined({
    code,
    message: typeof message === 'function' ? message(text) : message,
    hint,
    field,
    retryable: isRetryable(code),
  })
}
