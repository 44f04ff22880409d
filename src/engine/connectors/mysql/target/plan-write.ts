import { defined } from '../../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { IgnoredColumns, PlannedColumn, TargetRequest } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { fitNotes, leftNotes } from '../../shared/fit-notes.ts'
import { ignoredColumns } from '../../shared/ignored-columns.ts'
import { noMark } from '../../shared/mark-column.ts'
import { requireKey, sourceKey } from '../../shared/row-key.ts'
import { createdNote, reshapedNotes } from '../../shared/target-notes.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import type { Table } from '../schema/describe-tables.ts'
import { isSameType } from '../schema/fits-type.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { MergeStrategy } from '../write/merge-strategy.ts'
import { renameStrategy } from '../write/rename-strategy.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import { planWidening } from '../write/widening.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { checkTarget, isSameName, isWidenable } from './check-target.ts'
import { chooseStrategy } from './choose-strategy.ts'
import { columnDefinitions, refuseNames, refuseReservedNames, tableCollation } from './column-definitions.ts'
import type { SurveyedTarget } from './survey-targets.ts'
import { planWiderTypes } from './wider-types.ts'

export interface WritePlan {
  readonly isNew: boolean
  readonly strategy: WriteStrategy
  /** The columns to read, in this order, with their types in the target. */
  readonly written: readonly WrittenColumn[]
  /** Names of columns that need the source server's own notation instead of common text. */
  readonly nativeText: readonly string[]
  /** The columns of `written` that are NOT NULL. */
  readonly required: readonly string[]
  /** Whether the source may have no value for one of them. */
  readonly mayMissValues: boolean
  /** The statement by which columns of the existing table are added or get a wider type. Absent: they stay. */
  readonly widening?: string
  /** The table, if it exists. */
  readonly existing?: Table
  readonly notes: readonly Sentence[]
  /** The columns as they will be in the table. */
  readonly columns: readonly PlannedColumn[]
  /** All columns of the table after the run. */
  readonly after: readonly { readonly name: string; readonly type: string }[]
  /** How vanished rows are found and handled; absent if there can be none. */
  readonly vanishing?: Vanishing
  readonly ignores: IgnoredColumns
  /** See `Target.reshapes`. */
  readonly reshaped: readonly string[]
}

export interface WrittenColumn {
  readonly column: SourceColumn
  readonly type: string
  /** Of the text of an existing column. */
  readonly collation?: string
  /** See `TableColumn`; the source may have no value. */
  readonly fillsMissing?: true
  /** The type that it could get without losing a value. */
  readonly widerType?: string
}

/** Decides how the rows of a stream are written to their table, and checks that this is possible. @throws ConnectorError */
export async function planWrite(
  session: MysqlSession,
  request: TargetRequest,
  fence: FenceKey,
  { table, ...dependents }: SurveyedTarget,
): Promise<WritePlan> {
  const { columns, mode, key } = request
  const name = entityName(fence.target)
  refuseNames(columns.map((column) => column.name))
  const written = [...columns.map((column) => column.name), request.vanished?.column ?? '']
  refuseReservedNames(written.filter((own) => !table?.columns.some((column) => isSameName(column.name, own))))
  if (columns.length > MAX_COLUMNS) throw tooMany(name, columns.length)
  if (columns.length === 0) throw hasNone(name)
  const keyColumns = mode === 'upsert' ? requireKey(columns, key, name) : sourceKey(columns)
  const write: Write = { session, request, fence, name, key: keyColumns, isOwn: isOwnIn(request) }
  return table ? planIntoTable(write, table, dependents) : planNewTable(write)
}

/** The rows to write, and their target. */
export interface Write {
  readonly session: MysqlSession
  readonly request: TargetRequest
  readonly fence: FenceKey
  /** The entity name of the target. */
  readonly name: string
  readonly key: readonly string[]
  /** Whether a column arrives in MySQL's own form. */
  readonly isOwn: (column: SourceColumn) => boolean
}

const isOwnIn =
  ({ system, computed }: TargetRequest) =>
  (column: SourceColumn) =>
    system === 'mysql' && !computed?.includes(column.name)

/** With steps, rows come in common text, which has no date such as 0000-00-00. */
const isReadAsNull = ({ computed }: TargetRequest, { mayBeReadAsNull }: SourceColumn): boolean =>
  computed !== undefined && mayBeReadAsNull === true

async function planNewTable({ session, request, fence, name, key, isOwn }: Write): Promise<WritePlan> {
  const { mode } = request
  const columns = request.columns.map((column) =>
    isReadAsNull(request, column) ? { ...column, nullable: true } : column,
  )
  refuseNames([fence.target.name])
  const collation = await tableCollation(session, columns.filter(isOwn))
  const definitions = await columnDefinitions(session, columns, isOwn, key, collation)
  const primary = key.length > 0 ? [`PRIMARY KEY (${key.map(quoteIdentifier).join(', ')})`] : []
  const definition = `(${[...definitions, ...markOf(request), ...primary].join(', ')}) ENGINE = InnoDB DEFAULT ${collation === undefined ? 'CHARACTER SET utf8mb4' : `COLLATE ${collation}`}`
  const types = definitions.map((text, index) => text.slice(quoteIdentifier(columns[index]?.name ?? '').length + 1))
  const names = columns.map((column) => column.name)
  const existing = mode === 'append' ? 'kept' : { key, respelled: [] }
  return {
    isNew: true,
    strategy:
      mode === 'replace'
        ? renameStrategy(fence, { definition })
        : new MergeStrategy(fence, { columns: names, existing, definition, widening: undefined }),
    written: columns.map((column, index) => ({ column, type: types[index] ?? '' })),
    reshaped: [],
    nativeText: columns.filter((column) => column.hasNativeText && isOwn(column)).map((column) => column.name),
    ignores: ignoredColumns(columns, (column) => {
      const type = types[columns.indexOf(column)] ?? ''
      return IS_TEXT.test(type) ? ignoredIn(/ collate (\w+)/.exec(type)?.[1] ?? collation) : undefined
    }),
    required: columns.filter((column) => !column.nullable || key.includes(column.name)).map((column) => column.name),
    mayMissValues: false,
    notes: [createdNote(name, request)],
    columns: columns.map((column, index) => plannedColumn(column, spelledType(types[index] ?? ''), true)),
    after: columns.map(({ name: own }, index) => ({ name: own, type: spelledType(types[index] ?? '') })),
  }
}

async function planIntoTable(
  write: Write,
  existing: Table,
  dependents: Omit<SurveyedTarget, 'table'>,
): Promise<WritePlan> {
  const { session, request, fence, name, key, isOwn } = write
  const { columns, mode, drift } = request
  const fit = checkTarget(existing, columns, name, { isOwn, drift })
  // The existing rows have no value for a new column.
  const nullable = fit.added.map((column) => ({ ...column, nullable: true }))
  const definitions = await columnDefinitions(session, nullable, isOwn, [])
  const marks = markOf(request).filter(() => isMarkMissing(existing, request.vanished?.column ?? '', name))
  const { retyped, definition, wider } = await planWiderTypes(write, existing, fit)
  const widening = planWidening(fence.target, { added: [...definitions, ...marks], retyped }, definition, request)
  const ownOf = (wanted: string) => existing.columns.find((column) => isSameName(column.name, wanted))
  const typeIn = (wanted: string): string | undefined => {
    const at = fit.added.findIndex((column) => column.name === wanted)
    if (at >= 0) return definitions[at]?.slice(quoteIdentifier(wanted).length + 1)
    const own = ownOf(wanted)
    return retyped.find((column) => column.own === own)?.type ?? own?.type
  }
  const ignores = ignoredColumns(columns, ({ name }) => ignoredIn(collationOf(ownOf(name))))
  const written = fit.written.flatMap((wanted) => {
    const column = columns.find((other) => other.name === wanted)
    const type = typeIn(wanted)
    if (!column || type === undefined) return []
    const own = ownOf(wanted)
    const possible = own && own.type === type && isWidenable(own, column) ? wider(column, own) : undefined
    const fillsMissing = own?.fillsMissing && (column.nullable || column.mayBeReadAsNull)
    const collation = collationOf(own)
    return [defined({ column, type, collation, fillsMissing: fillsMissing || undefined, widerType: possible })]
  })
  // MariaDB keeps JSON as a text.
  const takesApart = ({ column, type }: WrittenColumn) => type === 'json' && !(isOwn(column) && column.type === 'json')
  const reshaped = session.facts.isMariaDb ? [] : written.filter(takesApart).map(({ column }) => column.name)
  const required = fit.written.filter(
    (wanted) => ownOf(wanted)?.nullable === false || (mode === 'upsert' && key.includes(wanted)),
  )
  const planned = columns.map((column): PlannedColumn => {
    const own = ownOf(column.name)
    if (!fit.written.includes(column.name))
      return { name: column.name, type: own?.type ?? column.type, notes: ['computed'] }
    const type = spelledType(typeIn(column.name) ?? '')
    if (fit.added.includes(column)) return { name: column.name, type, notes: ['added'] }
    const { notes, ...rest } = plannedColumn(column, type, !required.includes(column.name))
    return { ...rest, notes: retyped.some((changed) => changed.own === own) ? ['widened', ...notes] : notes }
  })
  const vanishing = vanishingOf(write, existing, fit.written, marks.length === 0)
  const known = written.filter(({ column }) => !fit.added.includes(column))
  const { strategy, notes } = await chooseStrategy(write, existing, dependents, {
    columns: fit.written,
    known,
    widening,
    ignores,
    ...defined({ vanishing }),
  })
  return defined({
    isNew: false,
    strategy,
    written,
    nativeText: written
      .filter(({ column, type }) => column.hasNativeText && isOwn(column) && isSameType(type, column.type))
      .map(({ column }) => column.name),
    required,
    mayMissValues: columns.some(({ name, nullable }) => nullable && required.includes(name)),
    existing,
    ignores,
    reshaped,
    widening: widening?.statement(sqlName(fence.target)),
    columns: planned,
    after: [
      ...existing.columns.map((own) => ({ name: own.name, type: typeIn(own.name) ?? own.type })),
      ...fit.added.map(({ name: own }) => ({ name: own, type: spelledType(typeIn(own) ?? '') })),
    ],
    notes: [
      ...(widening ? [widening.note] : []),
      ...(mode === 'replace' ? leftNotes(fit.left, request) : []),
      ...notes,
      ...reshapedNotes(reshaped, 'longtext'),
    ],
    vanishing,
  })
}

function vanishingOf(
  { request: { vanished }, key }: Write,
  { columns }: Table,
  written: readonly string[],
  hasMarks: boolean,
): Vanishing | undefined {
  const isWritten = ({ name }: Table['columns'][number]) => written.some((wanted) => isSameName(wanted, name))
  return (
    vanished && {
      key: key.flatMap((wanted) => keyColumn(columns.find(({ name }) => isSameName(name, wanted)))),
      handling: vanished,
      hasMarks,
      followingChanges: columns.filter((own) => own.followsChanges && isWritten(own)).map(({ name }) => name),
    }
  )
}

/** The limits of InnoDB (MySQL 8.4 Reference Manual, "InnoDB Limits"). */
const MAX_COLUMNS = 1_017

const tooMany = (name: string, columns: number) =>
  new ConnectorError({
    code: 'TOO_MANY_COLUMNS',
    message: sentence`A MySQL table has at most ${MAX_COLUMNS} columns, but ${name} would have ${columns}.`,
    hint: sentence`Choose fewer columns in the stream.`,
  })

const hasNone = (name: string) =>
  new ConnectorError({
    code: 'ENTITY_EMPTY',
    message: sentence`A MySQL table needs at least one column, but ${name} would have none.`,
    hint: sentence`Add a column at the source, or do not move the table.`,
  })

const plannedColumn = ({ name, value, nullable }: SourceColumn, type: string, isNullable: boolean): PlannedColumn => ({
  name,
  type,
  notes: fitNotes({ value, nullable }, { value: valueTypeOf(type), nullable: isNullable || !nullable }),
})

/** A definition without the part after the type. */
const spelledType = (definition: string): string => definition.replace(/( collate \w+)?( (NOT )?NULL.*)?$/, '')

/** The definition of the column for marks, if it is missing; its times are UTC. */
const markOf = ({ vanished }: TargetRequest): readonly string[] =>
  vanished?.column === undefined ? [] : [`${quoteIdentifier(vanished.column)} ${MARK_TYPE} NULL DEFAULT NULL`]

const MARK_TYPE = 'datetime(6)'

/** @throws ConnectorError if the existing column cannot have the time of a run */
function isMarkMissing({ columns }: Table, column: string, target: string): boolean {
  const own = columns.find(({ name }) => isSameName(name, column))
  if (own && (valueTypeOf(own.type).kind !== 'timestamp' || !own.nullable || own.isGenerated))
    throw noMark(target, column, own.type)
  return own === undefined
}

/** Of texts; there is only one of each label of an enum. */
const collationOf = (own: Table['columns'][number] | undefined): string | undefined =>
  own && IS_TEXT.test(own.type) ? own.collation : undefined

const IS_TEXT = /^(char|varchar|(tiny|medium|long)?text)\b/

const ignoredIn = (collation: string | undefined) => (collation === undefined ? undefined : ignoredBy(collation))

const keyColumn = (own: Table['columns'][number] | undefined) =>
  own === undefined
    ? []
    : [
        {
          name: own.name,
          value: valueTypeOf(own.type),
          isLoose: ignoredIn(collationOf(own)) !== undefined,
          type: `${own.type}${own.collation === undefined ? '' : ` collate ${own.collation}`}`,
        },
      ]
