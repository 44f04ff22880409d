/**
 * The fields of a log line besides its message: plain values and errors. Anything else (driver objects, requests, rows)
 * may contain secrets, and the log leaves it out.
 */
export type LogFields = Readonly<Record<string, unknown>>

/** The server's log. No method throws. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
