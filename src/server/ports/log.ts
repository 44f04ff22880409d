/** What a log line carries besides its message: plain values only, never driver objects, requests or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Where the server says what it does. Fire and forget: no method throws. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
