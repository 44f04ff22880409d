import { ConnectorError } from '../../../ports/connector.ts'
import type { PlannedColumn, TargetRequest } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { fitNotes, leftNotes } from '../../shared/fit-notes.ts'
import { requireKey, sourceKey } from '../../shared/row-key.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { columnTypeFor } from '../schema/column-type-for.ts'
import { type Table, TRANSACTIONAL } from '../schema/describe-tables.ts'
import { isSameType } from '../schema/fits-type.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { mergeStrategy } from '../write/merge-strategy.ts'
import { renameStrategy } from '../write/rename-strategy.ts'
import { planWidening, widerType } from '../write/widening.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { checkTarget } from './check-target.ts'
import { columnDefinitions, refuseNames } from './own-columns.ts'
import type { SurveyedTarget } from './survey-targets.ts'

export interface WritePlan {
  readonly isNew: boolean
  readonly strategy: WriteStrategy
  /** The columns to read, in this order, with the type they have in the target. */
  readonly written: readonly WrittenColumn[]
  /** Names of those that take a value as the source's server spells it, and not as the common text does. */
  readonly nativeText: readonly string[]
  /** Those of `written` that must have a value. */
  readonly required: readonly string[]
  readonly notes: readonly string[]
  /** As they will stand in the table. */
  readonly columns: readonly PlannedColumn[]
}

export interface WrittenColumn {
  readonly column: SourceColumn
  readonly type: string
}

/** Decides how the rows of a stream come to stand in their table, and checks that they can. @throws ConnectorError */
export async function planWrite(
  session: MysqlSession,
  { columns, system, made, mode, key: chosenKey, drift, overlap }: TargetRequest,
  fence: FenceKey,
  { table: existing, ...hanging }: SurveyedTarget,
): Promise<WritePlan> {
  const { target } = fence
  const name = entityName(target)
  const isOwn = (column: SourceColumn) => system === 'mysql' && !made?.includes(column.name)
  refuseNames(columns.map((column) => column.name))
  if (columns.length > MOST_COLUMNS) throw tooMany(name, columns.length)
  const key = mode === 'upsert' ? requireKey(columns, chosenKey, name) : sourceKey(columns)

  if (!existing) {
    refuseNames([target.name])
    const definitions = await columnDefinitions(session, columns, isOwn, key)
    const primary = key.length > 0 ? [`PRIMARY KEY (${key.map(quoteIdentifier).join(', ')})`] : []
    const definition = `(${[...definitions, ...primary].join(', ')}) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4`
    const types = definitions.map((text, index) => text.slice(quoteIdentifier(columns[index]?.name ?? '').length + 1))
    const names = columns.map((column) => column.name)
    const existing = mode === 'append' ? 'kept' : { key }
    return {
      isNew: true,
      strategy:
        mode === 'replace'
          ? renameStrategy(fence, { definition })
          : mergeStrategy(fence, { columns: names, existing, definition, widening: undefined }),
      written: columns.map((column, index) => ({ column, type: types[index] ?? '' })),
      nativeText: columns.filter((column) => column.hasNativeText && isOwn(column)).map((column) => column.name),
      required: columns.filter((column) => !column.nullable || key.includes(column.name)).map((column) => column.name),
      notes: [`${name} is made anew.`],
      columns: columns.map((column, index) => plannedColumn(column, spelledType(types[index] ?? ''), true)),
    }
  }

  const fit = checkTarget(existing, columns, name, {
    isOwn,
    drift,
  })
  const names = fit.written
  // The rows that are there have no value for a new column.
  const nullable = fit.added.map((column) => ({ ...column, nullable: true }))
  const definitions = await columnDefinitions(session, nullable, isOwn, [])
  const { isMariaDb } = session.facts
  const retyped = fit.retyped.map(({ column, own }) => ({
    own,
    type: isOwn(column) ? widerType(column) : columnTypeFor(column.value, { isMariaDb }),
  }))
  const widening = await planWidening(session, target, { added: definitions, retyped })
  const typeIn = (wanted: string): string | undefined => {
    const at = fit.added.findIndex((column) => column.name === wanted)
    if (at >= 0) return definitions[at]?.slice(quoteIdentifier(wanted).length + 1)
    const own = existing.columns.find((column) => column.name.toLowerCase() === wanted.toLowerCase())
    return retyped.find((column) => column.own === own)?.type ?? own?.type
  }
  const written = names.flatMap((wanted) => {
    const column = columns.find((other) => other.name === wanted)
    const type = typeIn(wanted)
    return column && type !== undefined ? [{ column, type }] : []
  })
  const required = names.filter((wanted) => {
    const own = existing.columns.find((column) => column.name.toLowerCase() === wanted.toLowerCase())
    return (own !== undefined && !own.nullable) || (mode === 'upsert' && key.includes(wanted))
  })
  const planned = columns.map((column): PlannedColumn => {
    if (!names.includes(column.name)) {
      const own = existing.columns.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())
      return { name: column.name, type: own?.type ?? column.type, notes: ['computed'] }
    }
    const type = spelledType(typeIn(column.name) ?? '')
    if (fit.added.includes(column)) return { name: column.name, type, notes: ['added'] }
    const { notes, ...rest } = plannedColumn(column, type, !required.includes(column.name))
    const isRetyped = fit.retyped.some((wider) => wider.column === column)
    return { ...rest, notes: isRetyped ? ['widened', ...notes] : notes }
  })
  const nativeText = written
    .filter(({ column, type }) => column.hasNativeText && isOwn(column) && isSameType(type, column.type))
    .map(({ column }) => column.name)
  const notes = [...(widening ? [widening.note] : []), ...(mode === 'replace' ? leftNotes(fit.left) : [])]
  const plan = { isNew: false, written, nativeText, required, columns: planned, notes }
  if (mode === 'upsert') {
    await requireUnique(session, existing, key)
    refuseWithoutTransactions(existing, name)
    return { ...plan, strategy: mergeStrategy(fence, { columns: names, existing: { key }, widening }) }
  }
  if (mode === 'append') {
    refuseWithoutTransactions(existing, name)
    const known = written.filter(({ column }) => !fit.added.includes(column))
    const compared = known.map(({ column, type }) => ({ name: column.name, type }))
    const repeats = overlap && { columns: compared, overlap }
    return {
      ...plan,
      strategy: mergeStrategy(fence, { columns: names, existing: 'kept', widening, ...(repeats && { repeats }) }),
    }
  }
  if (isSwappable(existing, hanging)) return { ...plan, strategy: renameStrategy(fence, { widening }) }
  refuseWithoutTransactions(existing, name)
  const note = `${name} has foreign keys or triggers, so its rows are replaced inside of it; its triggers run.`
  return {
    ...plan,
    strategy: mergeStrategy(fence, { columns: names, existing: 'replaced', widening }),
    notes: [...plan.notes, note],
  }
}

/** What InnoDB takes (MySQL 8.4 Reference Manual, "InnoDB Limits"). */
const MOST_COLUMNS = 1_017

const tooMany = (name: string, columns: number) =>
  new ConnectorError({
    code: 'TOO_MANY_COLUMNS',
    message: `A table of MySQL has ${MOST_COLUMNS} columns at most, but ${columns} come for ${name}.`,
    hint: 'Choose fewer columns in the stream.',
    retryable: false,
  })

const plannedColumn = ({ name, value, nullable }: SourceColumn, type: string, isNullable: boolean): PlannedColumn => ({
  name,
  type,
  notes: fitNotes({ value, nullable }, { value: valueTypeOf(type), nullable: isNullable || !nullable }),
})

/** A definition without what follows the type. */
const spelledType = (definition: string): string => definition.replace(/( collate \w+)?( (NOT )?NULL.*)?$/, '')

/** A copy of the definition has neither triggers nor foreign keys. @throws ConnectorError where other tables point to it */
function isSwappable(table: Table, { pointing, hasHangers }: Omit<SurveyedTarget, 'table'>): boolean {
  if (pointing.length === 0) return !hasHangers
  throw new ConnectorError({
    code: 'TARGET_IN_USE',
    message: `Foreign keys point to ${entityName(table)}, so its rows cannot be replaced: ${pointing.join(', ')}.`,
    hint: 'Use the mode "upsert", remove the foreign keys, or choose another target.',
    retryable: false,
  })
}

/** The server changes the row that any unique index finds, so there must be one over the key and no other. @throws ConnectorError */
async function requireUnique(session: MysqlSession, table: Table, key: readonly string[]): Promise<void> {
  const rows = await session.query(
    `SELECT INDEX_NAME AS name, COLUMN_NAME AS col FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME = ? AND NON_UNIQUE = 0 AND INDEX_SCHEMA = TABLE_SCHEMA`,
    [table.database, table.name],
  )
  const indexes = [...Map.groupBy(rows, (row) => row['name'] ?? '')]
  const wanted = key
    .map((name) => name.toLowerCase())
    .sort()
    .join('\0')
  const isKey = (index: readonly (typeof rows)[number][]) =>
    index
      .map((row) => (row['col'] ?? '').toLowerCase())
      .sort()
      .join('\0') === wanted
  const others = indexes.filter(([, index]) => !isKey(index)).map(([name]) => name)
  if (others.length < indexes.length && others.length === 0) return
  const isMissing = others.length === indexes.length
  throw new ConnectorError({
    code: isMissing ? 'KEY_NOT_UNIQUE' : 'KEY_AMBIGUOUS',
    message: isMissing
      ? `${entityName(table)} has no unique index over ${key.join(', ')}.`
      : `${entityName(table)} has other unique indexes, by which the server could take a row for another: ${others.join(', ')}.`,
    hint: isMissing
      ? 'Create one (CREATE UNIQUE INDEX), choose another key, or drop the table so that it is made anew.'
      : 'Drop those indexes, use the mode "replace", or choose another target.',
    retryable: false,
  })
}

function refuseWithoutTransactions({ engine }: Table, name: string): void {
  if (engine !== undefined && TRANSACTIONAL.test(engine)) return
  throw new ConnectorError({
    code: 'TARGET_NOT_TRANSACTIONAL',
    message: `${name} is kept by ${engine ?? 'no engine'}, which has no transactions: readers could see half of the rows.`,
    hint: `Change it (ALTER TABLE ${sqlName({ database: '…', name: '…' })} ENGINE = InnoDB), or use the mode "replace".`,
    retryable: false,
  })
}
