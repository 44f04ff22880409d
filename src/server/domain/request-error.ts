import { inEnglish, type Sentence, sentence } from '../../core/catalog/sentence.ts'

/** The kind of reason for a refused request; `http/problem.ts` maps it to a status. */
export type RequestErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'unsupported'
  | 'misdirected'
  | 'invalid'
  | 'too-many'
  | 'not-configured'
  | 'unavailable'

/** A refused request, with a message for the person who made it. Any other error is a bug. */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly code: string
  readonly sentence: Sentence
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(kind: RequestErrorKind, code: string, message: Sentence, details?: Readonly<Record<string, unknown>>) {
    super(inEnglish(message))
    this.name = 'RequestError'
    this.kind = kind
    this.code = code
    this.sentence = message
    this.details = details
  }
}

/** The same answer for objects that do not exist and for objects of others, so that nobody can distinguish them. */
export const notFound = (): RequestError => new RequestError('not-found', 'NOT_FOUND', sentence`Not found`)

export const invalid = (message: Sentence, field: string): RequestError =>
  new RequestError('invalid', 'INVALID', message, { field })

/** An empty answer would say that nothing follows. */
export const unknownCursor = (): RequestError =>
  invalid(sentence`This is no cursor of this list, or what stood there is gone. Begin without one.`, 'cursor')
