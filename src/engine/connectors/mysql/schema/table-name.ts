import { createHash } from 'node:crypto'

import { quoteIdentifier } from './quote-identifier.ts'

export interface TableName {
  readonly database: string
  readonly name: string
}

/** The default schema of Postgres, which has no meaning here. */
const DEFAULT_SCHEMA = 'public'

/**
 * Reads an entity name, `database.table`, in the same notation as for Postgres: a part with a dot or a double quote is in double quotes.
 * Without a database, or with Postgres's default schema instead, it is a table of the connection's own database.
 */
export function parseTableName(entity: string, ownDatabase: string): TableName {
  const match = /^(?:("(?:[^"]|"")+"|[^".][^.]*)\.)?("(?:[^"]|"")+"|[^".][^.]*)$/s.exec(entity)
  if (!match) return { database: ownDatabase, name: entity }
  const database = match[1] === undefined || match[1] === DEFAULT_SCHEMA ? ownDatabase : bare(match[1])
  return { database, name: bare(match[2] ?? '') }
}

/** The entity name of a table; `parseTableName` is its inverse. */
export const entityName = ({ database, name }: TableName) => `${part(database)}.${part(name)}`

/** The table name of an entity of another system: tables of the source's default place keep their name, others get the name of their place as a prefix. */
export function nameWithoutPlace(entity: string, namespace: string | undefined): string {
  if (namespace !== undefined && entity.startsWith(`${namespace}.`))
    return part(bare(entity.slice(namespace.length + 1)))
  const { database, name } = parseTableName(entity, '')
  return part(database === '' ? name : `${database}_${name}`)
}

export const sqlName = ({ database, name }: TableName) => `${quoteIdentifier(database)}.${quoteIdentifier(name)}`

/** Prefix of the names that Millrace creates in other systems; discovery hides them. */
export const INTERNAL_PREFIX = '_millrace_'

/** Short enough for every name and lock, and the same for the same words. */
export const digestOf = (...words: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 24)

const bare = (text: string) => (/^"(?:[^"]|"")+"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text)

/** The prefix of the entity names of a database. */
export const namespaceOf = (database: string) => part(database)

const part = (name: string) => (/[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)
