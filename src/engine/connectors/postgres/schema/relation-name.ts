import { createHash } from 'node:crypto'

import type { EntityKind } from '../../../ports/connector.ts'
import { quoteIdentifier } from './quote-identifier.ts'

export interface RelationName {
  readonly schema: string
  readonly name: string
}

/** The schema in which names without a schema are found and created. */
const DEFAULT_SCHEMA = 'public'

/**
 * Reads an entity name, `schema.table`. A part with a dot or a quote is written in double quotes, as in SQL;
 * everything else is used literally, case included. Without a dot the schema is `public`.
 */
export function parseRelationName(entity: string): RelationName {
  const match = /^(?:("(?:[^"]|"")+"|[^".][^.]*)\.)?("(?:[^"]|"")+"|[^".][^.]*)$/s.exec(entity)
  if (!match) return { schema: DEFAULT_SCHEMA, name: entity }
  return {
    schema: match[1] === undefined ? DEFAULT_SCHEMA : bare(match[1]),
    name: bare(match[2] ?? ''),
  }
}

/** The entity name of a relation; `parseRelationName` is its inverse. */
export const entityName = ({ schema, name }: RelationName) => `${part(schema)}.${part(name)}`

/** The relation name of an entity: tables of the source's default place go to the default schema; others keep their schema. */
export function nameInDefaultSchema(entity: string, namespace: string | undefined): string {
  if (namespace === undefined || !entity.startsWith(`${namespace}.`)) return entity
  return entityName({ schema: DEFAULT_SCHEMA, name: bare(entity.slice(namespace.length + 1)) })
}

export const sqlName = ({ schema, name }: RelationName) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

/** A relation, or a table that does not exist yet. */
export interface RowsOwner extends RelationName {
  readonly kind?: EntityKind
}

/** The rows of a relation, as SQL. Tables that inherit from a table have rows of their own; those of partitions belong to the table. */
export const onlyRows = (relation: RowsOwner) => `${relation.kind === 'table' ? 'ONLY ' : ''}${sqlName(relation)}`

/** Prefix of the names that Millrace creates in other systems; discovery hides them. */
export const INTERNAL_PREFIX = '_millrace_'

/** A name for one of our temporary objects: the same for the same words, and short enough for every server. */
export const internalName = (...words: readonly string[]) =>
  INTERNAL_PREFIX + createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 24)

const bare = (text: string) => (/^"(?:[^"]|"")+"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text)

const part = (name: string) => (/[."]/.test(name) ? quoteIdentifier(name) : name)
