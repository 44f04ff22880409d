import { namesInQuotes } from '../../shared/names-in-quotes.ts'
import type { ServerError } from './server-error.ts'

/** What sets errors of one SQLSTATE apart, as the table of SQLSTATEs spells it; empty for all others. It reads no word that the server translates. */
export function circumstanceOf(error: ServerError): string {
  const { code = '', routine = '', schema } = error
  switch (code) {
    case '28000':
      return refusedLink(error)
    case '53300':
      return FULL[routine] ?? ''
    case '54000':
      return FITS_A_ROW.includes(routine) ? ' row' : ''
    case '23505':
      return schema === 'pg_catalog' ? ' catalog' : ''
    case '42704':
    case '42883':
    case '42P01':
      return isInRoutine(error) ? ' routine' : ''
    default:
      return ''
  }
}

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
