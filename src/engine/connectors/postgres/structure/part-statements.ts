import type {
  DefaultValue,
  ForeignKeyPart,
  IndexElement,
  IndexPart,
  SequenceName,
  SequenceRules,
  UniquePart,
  ViewPart,
} from '../../../ports/table-structure.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { parseRelationName, sqlName } from '../schema/relation-name.ts'

export const tableOf = (table: string): string => sqlName(parseRelationName(table))

const listOf = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ')

/** The sequence of a table, as SQL. */
export const sequenceOf = ({ schema, name }: SequenceName, table: string): string =>
  sqlName({ schema: schema ?? parseRelationName(table).schema, name })

const rulesOf = ({ start, increment, least, largest, cache, cycles }: SequenceRules): string =>
  [
    `INCREMENT BY ${BigInt(increment)}`,
    ...(least === undefined ? [] : [`MINVALUE ${BigInt(least)}`]),
    ...(largest === undefined ? [] : [`MAXVALUE ${BigInt(largest)}`]),
    `START WITH ${BigInt(start)} CACHE ${BigInt(cache)}${cycles ? ' CYCLE' : ''}`,
  ].join(' ')

/** Types of sequences, so that no other text of the source gets into SQL. */
const SEQUENCE_TYPES: readonly string[] = ['smallint', 'integer', 'bigint']

export const createSequence = (sequence: string, rules: SequenceRules & { readonly type: string }): string =>
  `CREATE SEQUENCE ${sequence} AS ${SEQUENCE_TYPES.includes(rules.type) ? rules.type : 'bigint'} ${rulesOf(rules)}`

export const addIdentity = (
  table: string,
  column: string,
  { isAlways, sequence, rules }: { isAlways: boolean; sequence: string | undefined; rules: SequenceRules },
): string =>
  `ALTER TABLE ${table} ALTER COLUMN ${quoteIdentifier(column)} ADD GENERATED ${isAlways ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY
   (${sequence === undefined ? '' : `SEQUENCE NAME ${sequence} `}${rulesOf(rules)})`

export function defaultSql(value: DefaultValue, table: string): string {
  switch (value.kind) {
    case 'literal':
      return quoteLiteral(value.text)
    case 'now':
      return value.precision === undefined ? 'CURRENT_TIMESTAMP' : `CURRENT_TIMESTAMP(${Math.min(value.precision, 6)})`
    case 'sql':
      return value.sql
    case 'next':
      return `pg_catalog.nextval(${quoteLiteral(sequenceOf(value.sequence, table))}::pg_catalog.regclass)`
  }
}

function elementSql({ column, sql = '', collation, operatorClass, isDescending, nullsFirst }: IndexElement): string {
  const of = column === undefined ? `(${sql})` : quoteIdentifier(column)
  return [
    of,
    ...(collation === undefined ? [] : [`COLLATE ${collation}`]),
    ...(operatorClass === undefined ? [] : [operatorClass]),
    ...(isDescending ? ['DESC'] : []),
    ...(nullsFirst === undefined ? [] : [nullsFirst ? 'NULLS FIRST' : 'NULLS LAST']),
  ].join(' ')
}

/** The server gives `name=value`. */
const optionsOf = (options: readonly string[]): string =>
  options
    .map((option) => {
      const [name = '', ...value] = option.split('=')
      return `${quoteIdentifier(name)} = ${quoteLiteral(value.join('='))}`
    })
    .join(', ')

export function createIndex(part: IndexPart | UniquePart): string {
  const { table, name, method, elements, included, condition, nullsAreEqual = false, options } = part
  const isUnique = part.kind !== 'index' || part.isUnique
  return [
    `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(name)} ON ${tableOf(table)}`,
    `USING ${quoteIdentifier(method)} (${elements.map(elementSql).join(', ')})`,
    ...(included.length > 0 ? [`INCLUDE (${listOf(included)})`] : []),
    ...(nullsAreEqual ? ['NULLS NOT DISTINCT'] : []),
    ...(options.length > 0 ? [`WITH (${optionsOf(options)})`] : []),
    ...(condition ? [`WHERE ${condition.sql}`] : []),
  ].join(' ')
}

const DEFERRALS = { none: '', deferrable: ' DEFERRABLE', deferred: ' DEFERRABLE INITIALLY DEFERRED' } as const

/** The index becomes the constraint; no row is read. */
export const constraintOfIndex = ({ table, name, kind, deferral }: UniquePart): string =>
  `ALTER TABLE ${tableOf(table)} ADD CONSTRAINT ${quoteIdentifier(name)} ${kind === 'unique' ? 'UNIQUE' : 'PRIMARY KEY'}
   USING INDEX ${quoteIdentifier(name)}${DEFERRALS[deferral]}`

/** Without reading the rows, so that nobody waits long for the lock; `validate` reads them. */
export function addForeignKey({ table, name, columns, referred, ...key }: ForeignKeyPart): string {
  const set = key.setColumns.length > 0 ? ` (${listOf(key.setColumns)})` : ''
  return `ALTER TABLE ${tableOf(table)} ADD CONSTRAINT ${quoteIdentifier(name)} FOREIGN KEY (${listOf(columns)})
    REFERENCES ${tableOf(referred.table)} (${listOf(referred.columns)})${key.isFull ? ' MATCH FULL' : ''}
    ON UPDATE ${key.onUpdate} ON DELETE ${key.onDelete}${set}${DEFERRALS[key.deferral]} ${key.isEnforced === false ? 'NOT ENFORCED' : 'NOT VALID'}`
}

export const validate = (table: string, constraint: string): string =>
  `ALTER TABLE ${tableOf(table)} VALIDATE CONSTRAINT ${quoteIdentifier(constraint)}`

export function createView({ kind, table, query, options, isFilled = true }: ViewPart): string {
  const set = options.length > 0 ? ` WITH (${optionsOf(options)})` : ''
  const sql = query.sql.replace(/;\s*$/, '')
  return kind === 'view'
    ? `CREATE VIEW ${tableOf(table)}${set} AS ${sql}`
    : `CREATE MATERIALIZED VIEW ${tableOf(table)}${set} AS ${sql} WITH ${isFilled ? '' : 'NO '}DATA`
}
