import { defined } from '../../../../core/catalog/defined.ts'
import { LOST, networkErrorOf } from '../../../../core/catalog/errors/network-errors.ts'
import { sqlStateOf } from '../../../../core/catalog/errors/sql-states.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem, type Side } from '../../../ports/connector.ts'
import { INTERNAL_ERROR, isInternalError } from '../../../ports/internal-error.ts'
import { knownProblem } from '../../../ports/known-problem.ts'
import { withSide } from '../../shared/with-side.ts'
import { circumstanceOf } from './circumstance-of.ts'
import { objectOfError } from './object-of-error.ts'

/** The maximum length of an external text. */
const LONGEST = 2_000

/** Errors of the driver without a code; the last one means that the server ended a session between two queries. */
const LOST_TEXT = /terminated|timeout expired|socket|ended by the other party|is not queryable/i

/** Says in words what the driver, the socket or the server threw. Never carries a password or more than 2 KB of the server's text. */
export function postgresProblem(error: unknown, side?: Side, secret = ''): Problem {
  if (error instanceof ConnectorError) return withSide(error.problem, side)
  if (isInternalError(error)) return INTERNAL_ERROR
  const { code = '', message } = reportOf(error)
  const clean = cleanText(message, secret)
  const row = sqlStateOf(`${code}${circumstanceOf(code, error)}`) ?? sqlStateOf(code)
  const object = objectOfError(error)
  if (row) return withSide({ ...knownProblem(row, clean), ...defined({ object }) }, side)
  const network = networkErrorOf(code)
  if (network?.[0] === 'CLIENT_CERTIFICATE_REFUSED') return withSide(knownProblem(network), side)
  if (network || LOST_TEXT.test(message)) return withSide(knownProblem(LOST), side)
  return withSide({ code: 'DATABASE_ERROR', message: sentence`${unknownText(code, clean)}`, retryable: false }, side)
}

/** An exception of our own code stays what it is. */
export const postgresError = (error: unknown, side?: Side, secret?: string): Error =>
  isInternalError(error) || (error instanceof ConnectorError && !side)
    ? error
    : new ConnectorError(postgresProblem(error, side, secret), {
        cause: error,
      })

/** For SQL that a person wrote: with the place that the server names, which it counts in characters from 1. */
export function postgresErrorInSql(error: unknown, sql: string, secret: string): ConnectorError {
  const problem = postgresProblem(error, 'destination', secret)
  const characters = Number((error as { position?: unknown }).position)
  if (!(characters >= 1)) return new ConnectorError(problem, { cause: error })
  const position = Array.from(sql)
    .slice(0, characters - 1)
    .join('').length
  return new ConnectorError({ ...problem, position }, { cause: error })
}

function reportOf(error: unknown): { code?: string; message: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, detail, where } = error as {
    code?: unknown
    detail?: unknown
    where?: unknown
  }
  const texts = [error.message, detail, where].filter((part) => typeof part === 'string')
  // A message is also sent by e-mail and to alert channels, where no whole row belongs.
  const parts = texts.filter((part) => part !== '' && !part.startsWith('Failing row contains'))
  return defined({ code: typeof code === 'string' ? code : undefined, message: parts.join(' · ') })
}

/** The code helps users to look up the error. */
const unknownText = (code: string, clean: string) =>
  /^[0-9A-Z]{5}$/.test(code) ? `SQLSTATE ${code}: ${clean}`.slice(0, LONGEST) : clean

function cleanText(text: string, secret: string): string {
  const shown = secret.length > 2 ? text.replaceAll(secret, '********') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed from external text
  return shown.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, LONGEST)
}
