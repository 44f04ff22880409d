import { namesInQuotes } from '../../sql/names-in-quotes.ts'
import type { ServerError } from './server-error.ts'

/** A refusal by a rule names the file of the rules, the address, the account and the database; one without a certificate names nothing. */
function refusedLink({ message, routine, link }: ServerError): string {
  const names = namesInQuotes(message)
  if (message.includes('pg_hba.conf') && names.length > 2) return link === undefined ? '' : ` ${link}`
  return routine === 'ClientAuthentication' && names.length === 0 ? ' certificate' : ''
}

/** Whose limit is reached, by the routine that notices it. */
const FULL: Readonly<Record<string, string>> = {
  InitializeSessionUserId: ' role',
  CheckMyDatabase: ' database',
  InitPostgres: ' reserved',
}

/** They look for a page that has room for a row. */
const FITS_A_ROW = ['RelationGetBufferForTuple', 'raw_heap_insert']

/** Every place but that of a COPY is a function, or a statement of one. */
const isInRoutine = ({ where = '' }: ServerError) =>
  where.split('\n').some((line) => line !== '' && !line.startsWith('COPY '))

const routine = (error: ServerError) => (isInRoutine(error) ? ' routine' : '')

const BY_CODE: Readonly<Record<string, (error: ServerError) => string>> = {
  28000: refusedLink,
  53300: ({ routine = '' }) => FULL[routine] ?? '',
  54000: ({ routine = '' }) => (FITS_A_ROW.includes(routine) ? ' row' : ''),
  23505: ({ schema }) => (schema === 'pg_catalog' ? ' catalog' : ''),
  42704: routine,
  42883: routine,
  '42P01': routine,
}

/** What sets errors of one SQLSTATE apart, as the table of SQLSTATEs spells it; empty for all others. It reads no word that the server translates. */
export const circumstanceOf = (code: string, error: unknown): string =>
  error instanceof Error ? (BY_CODE[code]?.(error) ?? '') : ''
