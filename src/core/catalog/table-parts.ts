export interface TableParts {
  readonly schema?: string | undefined
  readonly name?: string | undefined
}

/**
 * A table as flows name it, `schema.table`. In databases a part with a dot or a double quote stands in double quotes; everything else is literal, and
 * the first dot ends the schema.
 */
export function tableParts(table: string): TableParts {
  const [, schema, name = table] = NAMED.exec(table) ?? []
  return schema === undefined ? { name: bare(name) } : { schema: bare(schema), name: bare(name) }
}

const NAMED = /^(?:("(?:[^"]|"")+"|[^".][^.]*)\.)?("(?:[^"]|"")+"|[^"].*)$/s

const bare = (part: string): string =>
  part.length > 2 && part.startsWith('"') && part.endsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part
