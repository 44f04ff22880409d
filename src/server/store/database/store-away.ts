/** The codes by which Postgres and the socket say that the store is away, full or closed to writing, not that the request is wrong. */
const CODES = /^(08...|57P0[123]|53[13]00|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/** What the driver says instead. */
const WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|not queryable/

/** Whether an error says that the store could not be reached: what was asked of it may or may not have been done. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && CODES.test(String(error.code))) || WORDS.test(error.message))
