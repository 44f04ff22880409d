/**
 * What a log line carries besides its message: plain values and errors. Anything else (driver objects, requests, rows)
 * may hold secrets, and is left out by the log.
 */
export type LogFields = Readonly<Record<string, unknown>>

/** Where the server says what it does. Fire and forget: no method throws. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
