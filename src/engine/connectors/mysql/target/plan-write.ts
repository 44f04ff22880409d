import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PlannedColumn } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { IgnoredColumns } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { isUniqueInBoth } from '../../shared/equal-keys.ts'
import { ignoredColumns } from '../../shared/ignored-columns.ts'
import { requireKey, sourceKey } from '../../shared/row-key.ts'
import { createdNote } from '../../shared/target-notes.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { columnDefinitions, refuseNames, refuseReservedNames, tableCollation } from '../schema/column-definitions.ts'
import type { Table } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName } from '../schema/table-name.ts'
import { asideStatement } from '../write/aside-statement.ts'
import { MergeStrategy } from '../write/merge-strategy.ts'
import { renameStrategy } from '../write/rename-strategy.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { isSameName } from './check-target.ts'
import { IS_TEXT, ignoredIn, isReadAsNull, markOf, plannedColumn, spelledType } from './column-plans.ts'
import { planIntoTable } from './plan-into-table.ts'
import type { SurveyedTarget } from './survey-targets.ts'

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
  const widening = await asideStatement(session, table, request.setsAside)
  if (widening !== undefined) return { ...(await planNewTable(write)), widening }
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
  const ignores = ignoredColumns(columns, (column) => {
    const type = types[columns.indexOf(column)] ?? ''
    return IS_TEXT.test(type) ? ignoredIn(/ collate (\w+)/.exec(type)?.[1] ?? collation) : undefined
  })
  const isUnique = isUniqueInBoth(columns, key, ignores)
  const existing = mode === 'append' ? 'kept' : { key, respelled: [], isUnique }
  return {
    isNew: true,
    strategy:
      mode === 'replace'
        ? renameStrategy(fence, { definition })
        : new MergeStrategy(fence, { columns: names, existing, definition, widening: undefined }),
    written: columns.map((column, index) => ({ column, type: types[index] ?? '' })),
    reshaped: [],
    nativeText: columns.filter((column) => column.hasNativeText && isOwn(column)).map((column) => column.name),
    ignores,
    required: columns.filter((column) => !column.nullable || key.includes(column.name)).map((column) => column.name),
    mayMissValues: false,
    notes: [createdNote(name, request)],
    columns: columns.map((column, index) => plannedColumn(column, spelledType(types[index] ?? ''), true)),
    after: columns.map(({ name: own }, index) => ({ name: own, type: spelledType(types[index] ?? '') })),
  }
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
