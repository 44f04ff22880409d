import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { Relation, RelationColumn } from '../schema/describe-relations.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/relation-name.ts'

/**
 * The server writes the words of an enum as they are now, whatever the snapshot: rows of before would have words of after. No lock keeps them, so
 * they are asked for after the rows. Words that have only come are in no row of the snapshot.
 */
export async function refuseRenamedWords(session: PostgresSession, relation: Relation): Promise<void> {
  const columns = relation.columns.flatMap((column) => {
    const labels = labelsOf(column)
    return labels ? [{ ...column, labels }] : []
  })
  if (columns.length === 0) return
  // By the column, because the account may have no right to the schema of its type.
  const words = columns.map(({ name, type }) => {
    const value = `(NULL::${sqlName(relation)}).${quoteIdentifier(name)}`
    return `pg_catalog.array_to_json(pg_catalog.enum_range(${type.endsWith('[]') ? `(${value})[1]` : value}))`
  })
  const [row] = await session.query(`SELECT pg_catalog.json_build_array(${words.join(', ')}) AS words`)
  const present = JSON.parse(row?.['words'] ?? '[]') as readonly (readonly string[])[]
  const renamed = columns.filter(({ labels }, at) => !isKept(labels, present[at] ?? []))
  if (renamed.length === 0) return
  const { schema, name } = relation
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`Words of enums in ${schema}.${name} got other names after the run began: ${renamed.map((column) => column.name).join(', ')}.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
}

/** Of an enum, or an array of one. */
function labelsOf({ type, ownTypes = [] }: RelationColumn): readonly string[] | undefined {
  const own = ownTypes.find(({ name }) => name === type.replace(/\[\]$/, ''))
  return own?.kind === 'enum' ? own.labels : undefined
}

/** Their order shows whether words have exchanged their names. */
const isKept = (labels: readonly string[], present: readonly string[]) =>
  JSON.stringify(present.filter((word) => labels.includes(word))) === JSON.stringify(labels)
