import { ConnectorError } from '../connector.ts'
import type { SourceColumn } from '../source.ts'
import type { PostgresSession } from './postgres-session.ts'
import { quoteLiteral } from './quote-identifier.ts'

/**
 * Makes sure that the destination knows every type, with the same values in each enumeration.
 * @param known types that were found before; what is found is added
 * @returns statements that create the enumerations it does not have. @throws ConnectorError that names each column
 */
export async function checkTypes(
  session: PostgresSession,
  columns: readonly SourceColumn[],
  known: Set<string> = new Set(),
): Promise<readonly string[]> {
  const unknown = columns.filter(({ type, enumeration }) => enumeration || !known.has(type))
  if (unknown.length === 0) return []
  const wanted = unknown.map(({ name, type, enumeration }) => ({
    name,
    type: enumeration?.type ?? type,
  }))
  const rows = await session.query(
    `SELECT w->>'name' AS name, pg_catalog.to_regtype(w->>'type')::oid AS type,
       (SELECT pg_catalog.json_agg(e.enumlabel) FROM pg_catalog.pg_enum e WHERE e.enumtypid = pg_catalog.to_regtype(w->>'type')) AS labels
     FROM pg_catalog.json_array_elements($1::json) w`,
    [JSON.stringify(wanted)],
  )
  const found = new Map(rows.map((row) => [row['name'], row]))
  const create = new Map<string, string>()
  const problems: string[] = []

  for (const { name, type, enumeration } of unknown) {
    const row = found.get(name)
    const isKnown = row !== undefined && row['type'] !== null
    if (!isKnown && enumeration) {
      create.set(
        enumeration.type,
        `CREATE TYPE ${enumeration.type} AS ENUM (${enumeration.labels.map(quoteLiteral).join(', ')})`,
      )
    } else if (!isKnown) {
      problems.push(`column "${name}" has the type ${type}`)
    } else if (enumeration) {
      const labels = JSON.parse(row['labels'] ?? '[]') as readonly string[]
      const missing = enumeration.labels.filter((label) => !labels.includes(label))
      if (missing.length > 0)
        problems.push(`column "${name}" has the type ${type}, which lacks the values ${missing.join(', ')} there`)
    } else {
      known.add(type)
    }
  }
  if (problems.length > 0) throw unknownTypes(problems)
  return [...create].map(
    ([type, statement]) =>
      `DO $millrace$ BEGIN IF pg_catalog.to_regtype(${quoteLiteral(type)}) IS NULL THEN ${statement}; END IF; END $millrace$`,
  )
}

const unknownTypes = (problems: readonly string[]) =>
  new ConnectorError({
    code: 'TYPE_UNKNOWN',
    message: `The destination does not know these types: ${problems.join('; ')}.`,
    hint: 'Create the types there (for an extension: CREATE EXTENSION), or leave the columns out.',
    retryable: false,
  })
