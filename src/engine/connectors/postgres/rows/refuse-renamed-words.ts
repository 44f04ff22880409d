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
  const enums = relation.columns.flatMap((column) =>
    enumsIn(valueIn(relation, column), column.type, column.ownTypes).map((found) => ({
      ...found,
      column: column.name,
    })),
  )
  if (enums.length === 0) return
  const words = enums.map(({ value }) => `pg_catalog.array_to_json(pg_catalog.enum_range(${value}))`)
  const [row] = await session.query(`SELECT pg_catalog.json_build_array(${words.join(', ')}) AS words`)
  const present = JSON.parse(row?.['words'] ?? '[]') as readonly (readonly string[])[]
  const renamed = new Set(
    enums.flatMap(({ labels, column }, at) => (isKept(labels, present[at] ?? []) ? [] : [column])),
  )
  if (renamed.size === 0) return
  const { schema, name } = relation
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`Words of enums in ${schema}.${name} got other names after the run began: ${[...renamed].join(', ')}.`,
    hint: sentence`Nothing was changed at the target. Run again.`,
    retryable: true,
  })
}

interface Enum {
  /** An expression of its type. */
  readonly value: string
  readonly labels: readonly string[]
}

/** By the column, because the account may have no right to the schema of its type. */
const valueIn = (relation: Relation, { name }: RelationColumn) =>
  `(NULL::${sqlName(relation)}).${quoteIdentifier(name)}`

/** The enums of which values of a type consist: in arrays, domains, composite types and ranges too. */
function enumsIn(value: string, type: string, types: RelationColumn['ownTypes'] = []): readonly Enum[] {
  if (type.endsWith('[]')) return enumsIn(`(${value})[1]`, type.slice(0, -'[]'.length), types)
  const own = types.find(({ name }) => name === type)
  switch (own?.kind) {
    case 'enum':
      return [{ value, labels: own.labels }]
    // Beside another value it has its base type, whose name the account may not use.
    case 'domain':
      return enumsIn(`COALESCE(${value}, NULL)`, own.base, types)
    case 'composite':
      return own.attributes.flatMap(({ name, type: part }) =>
        enumsIn(`(${value}).${quoteIdentifier(name)}`, part, types),
      )
    case 'range':
      return enumsIn(`pg_catalog.lower(${value})`, own.subtype, types)
    case 'multirange':
      return own.needs.flatMap((range) => enumsIn(`pg_catalog.range_merge(${value})`, range, types))
    default:
      return []
  }
}

/** Their order shows whether words have exchanged their names. */
const isKept = (labels: readonly string[], present: readonly string[]) =>
  JSON.stringify(present.filter((word) => labels.includes(word))) === JSON.stringify(labels)
