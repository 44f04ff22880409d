import { NoTurn } from '../../host/turns.ts'

/**
 * Codes of Postgres and of the socket for a store that is unavailable, full or read-only, and not for an invalid request. A transaction that was ended
 * because of others (40...) has changed nothing, and succeeds when it is tried again.
 */
const CODES = /^(08...|40P01|40001|57P0[123]|53[13]00|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/** The driver's own texts for the same. */
const WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|not queryable/

/** Whether an error means that the store could not be reached: the statement may or may not have been executed. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof NoTurn ||
  (error instanceof Error && (('code' in error && CODES.test(String(error.code))) || WORDS.test(error.message)))
