import { defined } from '../../../core/catalog/defined.ts'
import { httpStatusOf } from '../../../core/catalog/errors/http-statuses.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import { knownProblem } from '../../ports/known-problem.ts'

interface CallFacts {
  /** The vendor's status; absent when there was no answer at all. */
  readonly status?: number
  /** Whether the vendor may have executed the call despite the error. */
  readonly isAmbiguous: boolean
  /** The pause that the vendor asks for, in milliseconds. */
  readonly askedPause?: number | undefined
  readonly cause?: unknown
}

/** A call without the requested answer. */
export class VendorError extends ConnectorError {
  readonly status: number | undefined
  readonly isAmbiguous: boolean
  readonly askedPause: number | undefined

  constructor(problem: Problem, { status, isAmbiguous, askedPause, cause }: CallFacts) {
    super({ ...problem, ...defined({ retryAfter: askedPause }) }, { cause })
    this.name = 'VendorError'
    this.status = status
    this.isAmbiguous = isAmbiguous
    this.askedPause = askedPause
  }
}

/** The meaning of a status if the vendor gives no better explanation. */
export function problemOfStatus(status: number, vendor: string): Problem {
  const problem = knownProblem(httpStatusOf(status), vendor)
  return problem.code === 'VENDOR_UNAVAILABLE'
    ? unavailable(vendor, sentence`It answered with status ${status}.`)
    : problem
}

export const unavailable = (vendor: string, detail: Sentence): Problem => ({
  code: 'VENDOR_UNAVAILABLE',
  message: sentence`${vendor} cannot be used at the moment. ${detail}`,
  hint: sentence`Run again later.`,
  retryable: true,
})

/** The same sentence, with quoted external texts prepared for display. */
export const cleaned = ({ template, values }: Sentence, secrets: readonly string[]): Sentence => ({
  template,
  values: values.map((value) =>
    typeof value === 'string' ? cleanText(value, secrets) : typeof value === 'object' ? cleaned(value, secrets) : value,
  ),
})

/** An external text for display: without our secrets, on one line, and of limited length. */
export function cleanText(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce(
    (shown, secret) => (secret.length > 2 ? shown.replaceAll(secret, '********') : shown),
    text,
  )
  return hidden
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 1_000)
}
