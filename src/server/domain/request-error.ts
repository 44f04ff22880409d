type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 421 | 422 | 429 | 501 | 503

/** A request that cannot be met, in words for the person who made it. Anything else that is thrown is a bug. */
export class RequestError extends Error {
  readonly status: RefusalStatus
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(status: RefusalStatus, code: string, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/** The same answer for what does not exist and for what belongs to somebody else, so that nobody can tell them apart. */
export const notFound = (): RequestError => new RequestError(404, 'NOT_FOUND', 'Not found')

export const invalid = (message: string, field: string): RequestError =>
  new RequestError(422, 'INVALID', message, { field })
