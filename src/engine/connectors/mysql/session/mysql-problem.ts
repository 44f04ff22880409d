import { MYSQL_DRIVER_ERRORS, MYSQL_ERRORS } from '../../../../core/catalog/errors/mysql-errors.ts'
import { LOST, networkErrorOf } from '../../../../core/catalog/errors/network-errors.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem, type Side } from '../../../ports/connector.ts'
import { INTERNAL_ERROR, isInternalError } from '../../../ports/internal-error.ts'
import { knownProblem } from '../../../ports/known-problem.ts'
import { withSide } from '../../shared/with-side.ts'
import { MALFORMED } from '../driver/malformed-answer.ts'
import { objectOfError } from './object-of-error.ts'

/** Numbers out of range, lost digits, texts that are too long. */
const NARROW = [1264, 1265, 1406]

/** How much of an external text is read. */
const MAX_READ = 20_000

/** The maximum length of an external text. */
const LONGEST = 2_000

/** Says in words what the driver, the socket or the server threw. Never carries a password or more than 2 KB of the server's text. */
export function mysqlProblem(error: unknown, side?: Side, secret = ''): Problem {
  if (error instanceof ConnectorError) return withSide(error.problem, side)
  if (isInternalError(error)) return INTERNAL_ERROR
  const { errno, code, message } = reportOf(error)
  if (isMalformed(code, message)) return withSide(MALFORMED, side)
  const clean = cleanText(message, secret)
  const row = MYSQL_ERRORS[errno] ?? MYSQL_DRIVER_ERRORS[code]
  const narrow = NARROW.includes(errno) && { narrow: true }
  if (row) return withSide({ ...knownProblem(row, clean), ...objectOfError(errno, message), ...narrow }, side)
  const network = networkErrorOf(code)
  if (network?.[0] === 'CLIENT_CERTIFICATE_REFUSED') return withSide(knownProblem(network), side)
  if (network || isLostText(message)) return withSide(knownProblem(LOST), side)
  // The number helps users to look up the error.
  const text = errno > 0 ? `Error ${errno}: ${clean}`.slice(0, LONGEST) : clean
  return withSide({ code: 'DATABASE_ERROR', message: sentence`${text}`, retryable: false }, side)
}

/** An exception of our own code stays what it is. */
export const mysqlError = (error: unknown, side?: Side, secret?: string): Error =>
  isInternalError(error) || (error instanceof ConnectorError && !side)
    ? error
    : new ConnectorError(mysqlProblem(error, side, secret), { cause: error })

/** Node and the driver describe bytes that are no packet of the protocol in words for programmers. */
const isMalformed = (code: string, message: string) =>
  /^ERR_(OUT_OF_RANGE|BUFFER_OUT_OF_BOUNDS|INVALID_ARG_\w+|STRING_TOO_LONG)$|^PROTOCOL_(PACKETS_OUT_OF_ORDER|UNEXPECTED_PACKET|INCORRECT_PACKET_SEQUENCE)$/.test(
    code,
  ) ||
  /malformed packet|unexpected packet|unknown (?:field|column) type|packets out of order|should not reach here|expected eof/i.test(
    message,
  )

const isLostText = (message: string) => /closed state|connection lost|socket|ended by the other party/i.test(message)

function reportOf(error: unknown): { errno: number; code: string; message: string } {
  if (!(error instanceof Error)) return { errno: 0, code: '', message: String(error) }
  const { errno, code } = error as { errno?: unknown; code?: unknown }
  return {
    errno: typeof errno === 'number' ? errno : 0,
    code: typeof code === 'string' ? code : '',
    message: withoutInternalNames(error.message.slice(0, MAX_READ)),
  }
}

/** Readers know the target, not the table in which rows wait; a column or an index of it has the same name there. */
export const withoutInternalNames = (text: string): string =>
  text
    .replace(/(`[^`]*`\.)?`_millrace_[^`]*`\./g, '')
    .replace(/ for `[^`]*`\.`_millrace_(?:staging|retired)_[^`]*`/g, '')
    .replace(/`_millrace_(?:staging|retired)_[^`.]*\.([^`]*)`/g, '`$1`')
    .replace(/'(?:[^'.]*\.)?_millrace_(?:staging|retired)_[^'.]*\.([^']*)'/g, "'$1'")

function cleanText(text: string, secret: string): string {
  const shown = secret.length > 2 ? text.replaceAll(secret, '********') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed from external text
  return shown.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, LONGEST)
}
