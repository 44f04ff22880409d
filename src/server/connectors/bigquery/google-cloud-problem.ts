import type { Problem } from '../connector.ts'
import { jsonIn, type VendorAnswer } from '../http/vendor-call.ts'

/** Reasons that pass by themselves (cloud.google.com/bigquery/docs/error-messages). */
const PASSING = ['rateLimitExceeded', 'quotaExceeded', 'backendError', 'jobRateLimitExceeded', 'internalError']

interface ErrorBody {
  readonly error?: { readonly message?: unknown; readonly errors?: readonly { readonly reason?: unknown }[] }
}

/** What Google Cloud's refusals mean. @param field the form field that names what was asked for */
export const explainGoogleCloud =
  (field: (answer: VendorAnswer) => string | undefined) =>
  (answer: VendorAnswer): Partial<Problem> => {
    const { error } = (jsonIn(answer) ?? {}) as ErrorBody
    const reason = String(error?.errors?.[0]?.reason ?? '')
    const said = typeof error?.message === 'string' ? { message: `Google says: ${error.message}` } : {}
    const blamed = field(answer)
    const at = blamed === undefined ? {} : { field: blamed }
    if (PASSING.includes(reason)) return { ...said, code: 'RATE_LIMITED', retryable: true }
    if (answer.status === 404) {
      return { ...said, ...at, code: 'NOT_FOUND', hint: 'Check the name, and that the service account may see it.' }
    }
    if (answer.status === 403) {
      return {
        ...said,
        ...at,
        code: 'PERMISSION_MISSING',
        hint: 'Give the service account “BigQuery Data Editor” on the dataset, “BigQuery Job User” on the project and “Storage Object Admin” on the bucket.',
      }
    }
    return said
  }
