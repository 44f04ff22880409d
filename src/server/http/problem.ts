import type { ProblemBody } from '../../contract/problem.ts'
import { defined } from '../../core/catalog/defined.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import { wordsOf } from '../../core/catalog/words.ts'
import { ConnectorError } from '../../engine/ports/connector.ts'
import { RequestError, type RequestErrorKind } from '../domain/request-error.ts'
import { withStoreRefusal } from '../domain/store-refusal.ts'
import { describeError, framesOf } from '../host/describe-error.ts'
import type { Log, LogFields } from '../host/log.ts'
import { isStoreUnavailable } from '../store/database/store-unavailable.ts'
import { VaultError } from '../vault/vault.ts'

export const STATUS_OF: Readonly<Record<RequestErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
  misdirected: 421,
  invalid: 422,
  'too-many': 429,
  'not-configured': 501,
  unavailable: 503,
}

const STORE_AWAY = sentence`The server cannot reach its database right now. Try again in a moment.`
const INTERNAL = sentence`Something went wrong on the server. It has been logged.`

/** Of nginx, for its log: nobody reads this answer. */
const CALLER_HAS_GONE = 499

/**
 * Every failure as an answer: `{ message, code, details? }`, with a message for people and without internals.
 * @param caller aborted when it has gone; what ends because of that is no failure
 */
export function problemResponse(given: unknown, log: Log, where: LogFields = {}, caller?: AbortSignal): Response {
  if (caller?.aborted && given instanceof Error && given.name === 'AbortError') {
    log.info('the caller has gone', where)
    return new Response(null, { status: CALLER_HAS_GONE })
  }
  const error = withStoreRefusal(given)
  if (error instanceof RequestError) {
    const { kind, code, sentence: message, details } = error
    const wait = details?.['retry_after']
    const headers = typeof wait === 'number' ? { 'retry-after': String(wait) } : {}
    return respond(STATUS_OF[kind], { code, ...wordsOf({ message }), ...defined({ details }) }, headers)
  }
  // Another system refused: it is not our fault, and the caller can do something about it.
  if (error instanceof ConnectorError) {
    const { code, message, hint, field, account, object } = error.problem
    const details = defined({ hint: hint && inEnglish(hint), hint_sentence: hint, field, account, object })
    return respond(STATUS_OF.invalid, {
      code,
      ...wordsOf({ message }),
      ...defined({ details: Object.keys(details).length > 0 ? details : undefined }),
    })
  }
  if (error instanceof VaultError) {
    log.error('credentials cannot be opened', { ...where, error: describeError(error) })
    return respond(STATUS_OF.conflict, { code: 'LOCKED', ...wordsOf({ message: error.sentence }) })
  }
  if (isStoreUnavailable(error)) {
    log.warn('store away', { ...where, error: describeError(error) })
    const body = { code: 'UNAVAILABLE', ...wordsOf({ message: STORE_AWAY }) }
    return respond(STATUS_OF.unavailable, body, { 'retry-after': '1' })
  }
  log.error('request failed', { ...where, error: describeError(error), stack: framesOf(error) })
  return respond(500, { code: 'INTERNAL', ...wordsOf({ message: INTERNAL }) })
}

const respond = (status: number, body: ProblemBody, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(body, { status, headers: { 'x-content-type-options': 'nosniff', ...headers } })

const PROBLEM = 'application/problem+json'

/**
 * A refusal in the form of RFC 9457 ("Problem Details for HTTP APIs"), for a caller that asks for it: `type`, `title`, `status` and `detail` beside
 * the fields that every refusal has. Any other answer, and any other caller's, stays as it is.
 */
export async function asProblemDetails(response: Response, accept: string | undefined): Promise<Response> {
  const isAsked = accept?.toLowerCase().includes(PROBLEM) ?? false
  if (response.status < 400 || !isAsked || !response.headers.get('content-type')?.startsWith('application/json'))
    return response
  const body = (await response.json()) as ProblemBody
  const headers = new Headers(response.headers)
  headers.set('content-type', PROBLEM)
  headers.delete('content-length')
  const { status } = response
  const details = { type: typeOf(body.code), title: titleOf(body.code), status, detail: body.message, ...body }
  return new Response(JSON.stringify(details), { status, headers })
}

/** The part of the served documentation that describes the code; relative to the address of the call. */
const typeOf = (code: string): string => `/help/errors.html#${code.toLowerCase()}`

/** `FLOW_CHANGED` as `Flow changed`: the same for each refusal of its type. */
const titleOf = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
