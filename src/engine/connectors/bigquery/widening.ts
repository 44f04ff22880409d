import type { RunMode } from '../../../core/catalog/connections/connection-types.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Drift, TargetRequest } from '../../ports/target-request.ts'
import { refuseDifferences } from '../shared/target-mismatch.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { TableField } from './dataset.ts'
import { quote } from './merge-statement.ts'

/**
 * Changes of a table so that it can store the rows of a stream. BigQuery adds columns with the rows, so they are only part of a change that a person
 * asks for.
 */
export interface Widening {
  readonly added: readonly BigqueryColumn[]
  readonly retyped: readonly { readonly name: string; readonly type: string }[]
  /** Required columns that the stream does not have, or that are loaded. */
  readonly relaxed: readonly string[]
}

/** The older and newer names that BigQuery has for the same type. */
const SAME: Readonly<Record<string, string>> = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }
const typeOf = ({ type }: TableField) => SAME[type] ?? type

/**
 * The types that a column can get without losing a digit. BigQuery would also make numbers FLOAT64, which cannot hold all of them.
 * Source: cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_column_set_data_type_statement
 */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  INT64: ['NUMERIC', 'BIGNUMERIC'],
  NUMERIC: ['BIGNUMERIC'],
}

interface Fitting {
  readonly fields: readonly TableField[]
  readonly columns: readonly BigqueryColumn[]
  readonly mode: RunMode
  readonly drift: Drift | undefined
  /** The rows are loaded into the table itself: columns of files may be empty, so BigQuery refuses them for a required column. */
  readonly isLoaded: boolean
}

/**
 * How an existing table must change, as far as the drift allows it.
 * @throws ConnectorError `TARGET_MISMATCH` with every other column that conflicts with the new rows
 */
export function planWidening(table: string, { fields, columns, mode, drift, isLoaded }: Fitting): Widening {
  if (mode === 'replace') return NONE
  const mayWiden = drift?.mayWiden ?? false
  const fieldOf = (wanted: string) => fields.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const different = columns.flatMap((column) => {
    const field = fieldOf(column.name)
    const isSame = !field || (typeOf(field) === column.type && field.mode !== 'REPEATED')
    return isSame
      ? []
      : [{ name: field.name, type: column.type, own: typeOf(field), isList: field.mode === 'REPEATED' }]
  })
  const isWider = ({ own, type, isList }: (typeof different)[number]) =>
    !isList && (WIDER[own]?.includes(type) ?? false)
  const isWanted = ({ name }: { readonly name: string }) => mayWiden && (drift?.changed.includes(name) ?? false)
  const isMissing = (field: TableField) => !columns.some(({ name }) => name.toLowerCase() === field.name.toLowerCase())
  const required = fields.filter((field) => field.mode === 'REQUIRED' && (isLoaded || isMissing(field)))
  const wider = different.filter(isWider)
  refuseDifferences(table, {
    missing: [],
    narrow: wider.filter((column) => !isWanted(column)),
    required: (mayWiden ? [] : required).map((field) => ({
      name: field.name,
      type: typeOf(field),
      difference: isMissing(field)
        ? sentence`column "${field.name}" is required, but is not in the source`
        : sentence`column "${field.name}" is required, but rows may be loaded without a value`,
    })),
    others: different.filter((column) => !isWider(column)).map(otherDifference),
  })
  return {
    added: columns.filter(({ name }) => !fieldOf(name) && mayWiden && drift?.added.includes(name)),
    retyped: wider.map(({ name, type }) => ({ name, type })),
    relaxed: required.map(({ name }) => name),
  }
}

const NONE: Widening = { added: [], retyped: [], relaxed: [] }

const otherDifference = ({
  name,
  type,
  own,
  isList,
}: {
  name: string
  type: string
  own: string
  isList: boolean
}): Sentence =>
  isList
    ? sentence`column "${name}" is a list of ${own}, but the stream has ${type}`
    : type === 'STRING' && own.endsWith('NUMERIC')
      ? sentence`column "${name}" is ${own}, but the stream has texts, or numbers with more than ${MAX_DIGITS} digits, which only fit into a text here`
      : sentence`column "${name}" is ${own}, but the stream has ${type}`

/** Of a decimal in Parquet, the form in which rows are loaded. */
const MAX_DIGITS = 38

/** Each changes one column at once; none of them can lose a value. @param target as `project.dataset.table`. @returns nothing without changes */
export function widenStatement(target: string, { added, retyped, relaxed }: Widening): string | undefined {
  const changes = [
    ...added.map(({ name, type }) => `ADD COLUMN IF NOT EXISTS ${quote(name)} ${type}`),
    ...retyped.map(({ name, type }) => `ALTER COLUMN ${quote(name)} SET DATA TYPE ${type}`),
    ...relaxed.map((name) => `ALTER COLUMN ${quote(name)} DROP NOT NULL`),
  ]
  return changes.length === 0
    ? undefined
    : changes.map((change) => `ALTER TABLE ${quote(target)} ${change}`).join(';\n')
}

/** A description of the changes that a run makes itself, for people. */
export function wideningNotes(
  { target: table, isDry }: TargetRequest,
  { retyped, relaxed }: Widening,
): readonly Sentence[] {
  const wider = retyped.map(({ name, type }) => `${name} (${type})`).join(', ')
  const free = relaxed.join(', ')
  const ofRetyped = isDry
    ? sentence`Columns of ${table} would become wider: ${wider}.`
    : sentence`Columns of ${table} become wider: ${wider}.`
  const ofRelaxed = isDry
    ? sentence`Columns of ${table} would need no value any longer: ${free}.`
    : sentence`Columns of ${table} need no value any longer: ${free}.`
  return [...(wider === '' ? [] : [ofRetyped]), ...(free === '' ? [] : [ofRelaxed])]
}
