import { defined } from '../../../core/catalog/defined.ts'
import { GOOGLE_ERRORS } from '../../../core/catalog/errors/google-errors.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Problem } from '../../ports/connector.ts'
import { knownProblem } from '../../ports/known-problem.ts'
import { jsonIn, type VendorAnswer } from '../vendor-api/vendor-call.ts'

interface ErrorBody {
  readonly error?: { readonly message?: unknown; readonly errors?: readonly { readonly reason?: unknown }[] }
}

/** Maps the refusals of Google Cloud to problems. @param field the form field with the name of the requested resource */
export const explainGoogleCloud =
  (field: (answer: VendorAnswer) => string | undefined) =>
  (answer: VendorAnswer): Partial<Problem> => {
    const { error } = (jsonIn(answer) ?? {}) as ErrorBody
    const reason = String(error?.errors?.[0]?.reason ?? '')
    const text = typeof error?.message === 'string' ? error.message : ''
    const known = GOOGLE_ERRORS[reason] ?? GOOGLE_ERRORS[REASONS[answer.status] ?? '']
    if (!known) return text === '' ? {} : { message: sentence`Google says: ${text}` }
    const { message, ...problem } = knownProblem(known, text)
    const blamed = field(answer)
    const isNamed = blamed !== undefined && (answer.status === 403 || answer.status === 404)
    return {
      ...problem,
      ...defined({ message: text !== '' ? message : undefined, field: isNamed ? blamed : undefined }),
    }
  }

/** Used if no reason is given. */
const REASONS: Readonly<Record<number, string>> = { 403: 'accessDenied', 404: 'notFound' }
