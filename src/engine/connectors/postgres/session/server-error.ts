/**
 * The fields of an error of the server (https://www.postgresql.org/docs/current/protocol-error-fields.html). Its texts may be in any language; `code`
 * and `routine` are never translated.
 */
export interface ServerError extends Error {
  readonly code?: string
  readonly schema?: string
  readonly table?: string
  readonly column?: string
  readonly routine?: string
  /** The functions and statements in which it happened, a line each. */
  readonly where?: string
  /** Of a refused sign-in: the kind of link that was refused, which we know ourselves. */
  readonly link?: 'plain' | 'tls'
}
