import { createHash } from 'node:crypto'

import { quoteIdentifier } from './quote-identifier.ts'

export interface RelationName {
  readonly schema: string
  readonly name: string
}

/**
 * Reads an entity name, `schema.table`. A part that holds a dot or a quote itself is written in double quotes, as in SQL;
 * everything else is taken to the letter, case included. Without a dot the schema is `public`.
 */
export function parseRelationName(entity: string): RelationName {
  const match = /^(?:("(?:[^"]|"")+"|[^".][^.]*)\.)?("(?:[^"]|"")+"|[^".][^.]*)$/s.exec(entity)
  if (!match) return { schema: 'public', name: entity }
  return {
    schema: match[1] === undefined ? 'public' : bare(match[1]),
    name: bare(match[2] ?? ''),
  }
}

/** The entity name of a relation; `parseRelationName` is its inverse. */
export const entityName = ({ schema, name }: RelationName) => `${part(schema)}.${part(name)}`

export const sqlName = ({ schema, name }: RelationName) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

/** Names that Millrace gives in the systems of others start like this and are hidden from discovery. */
export const OWN_PREFIX = '_millrace_'

/** A name for a short-lived object of ours: the same for the same words, and short enough for every server. */
export const ownName = (...words: readonly string[]) =>
  OWN_PREFIX + createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 24)

const bare = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)

const part = (name: string) => (/[."]/.test(name) ? quoteIdentifier(name) : name)
