import { defined } from '../../../../core/catalog/defined.ts'
import type { ErrorObject } from '../../../../core/catalog/runs/error-object.ts'
import { namesInQuotes } from '../../sql/names-in-quotes.ts'
import { INTERNAL_PREFIX } from '../schema/relation-name.ts'
import type { ServerError } from './server-error.ts'

/** What an error of the server is about: from its fields, and from its text only where no field says it. */
export function objectOfError(error: unknown): ErrorObject | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message, schema, table, column, routine, link } = error as ServerError
  const quoted = namesInQuotes(message)
  const [name] = quoted
  if (code === '23502' && schema !== undefined && table !== undefined && column !== undefined)
    // Of a table in which rows wait, people know only the target, which has the same columns.
    return defined({
      kind: 'table',
      schema: table.startsWith(INTERNAL_PREFIX) ? undefined : schema,
      name: table.startsWith(INTERNAL_PREFIX) ? undefined : table,
      columns: [column],
    })
  if (code === '42501') return refusedObject(message, DATABASE_RIGHTS[routine ?? ''], name)
  if (name === undefined) return undefined
  if (code === '3D000') return { kind: 'database', name }
  if (code === '3F000') return { kind: 'schema', name, missing: true }
  return code === '28000' ? refusedSignIn(message, quoted, link) : undefined
}

/** The routines of the server that refuse a right to a database. */
const DATABASE_RIGHTS: Readonly<Record<string, string>> = {
  CheckMyDatabase: 'CONNECT',
  InitTempTableNamespace: 'TEMPORARY',
}

/** The server has one routine for all other objects, and no field for them; a text in another language is left to the table of the stream. */
function refusedObject(
  message: string,
  right: string | undefined,
  quoted: string | undefined,
): ErrorObject | undefined {
  if (right !== undefined && quoted !== undefined) return { kind: 'database', name: quoted, right }
  const [, owned] =
    /^must be owner of (?:materialized view|foreign table|view|table|relation) (.+)$/.exec(message) ?? []
  if (owned !== undefined) return { kind: 'table', name: owned, right: 'OWNER' }
  const [, kind, name] =
    /^permission denied for (database|schema|table|relation|view|materialized view|foreign table) (.+)$/.exec(
      message,
    ) ?? []
  if (kind === undefined || name === undefined) return undefined
  if (kind === 'database') return { kind, name, right: 'CREATE' }
  return { kind: kind === 'schema' ? kind : 'table', name }
}

function refusedSignIn(
  message: string,
  [first = '', name = '', database = '']: readonly string[],
  link: ServerError['link'],
): ErrorObject | undefined {
  if (/^role .* is not permitted to log in$/.test(message)) return { kind: 'account', name: first }
  if (!message.includes('pg_hba.conf') || database === '') return undefined
  return { kind: 'login', name, address: first, database, link: link === 'tls' ? 'hostssl' : 'host' }
}
