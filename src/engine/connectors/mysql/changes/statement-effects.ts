import type { LoggedTable } from '../../../ports/change-source.ts'
import type { ConnectorError } from '../../../ports/connector.ts'
import type { TableName } from '../schema/table-name.ts'
import type { QueryEvent } from './events/query-event.ts'
import { type FollowedTable, isOpen, type LogTables, mirroredNames } from './log-tables.ts'
import { columnsIn, isHarmless, type LoggedStatement, mentions } from './statements/read-statement.ts'
import { alteredTable, columnsHaveCome, textOnly } from './unreadable-problems.ts'

export interface StatementSink {
  readonly tables: LogTables
  readonly truncate: (tables: readonly LoggedTable[]) => void
  readonly refuse: (entity: string, problem: ConnectorError, needs?: 'asked' | 'copy') => void
  /** Tables are called or built otherwise from now on. */
  readonly readAgain: () => void
}

/** What a statement that is written as text does with tables that are followed. */
export function applyStatement(statement: LoggedStatement, { text, database }: QueryEvent, sink: StatementSink): void {
  const { tables, refuse } = sink
  const named = (names: readonly TableName[]) =>
    names.flatMap((name) => tables.find(name) ?? []).filter(({ entity }) => !tables.isLeftOut(entity))
  if (statement.kind === 'truncate') {
    const emptied = named(statement.tables)
    if (emptied.length > 0) sink.truncate(emptied.map((table) => tables.loggedOf(table)))
  } else if (statement.kind === 'changed') change(named(statement.tables), statement.clauses, sink)
  else if (statement.kind === 'dropped database') {
    for (const { entity, name } of tables.all)
      if (name.database === statement.database) refuse(entity, alteredTable(entity))
  } else if (statement.kind === 'rows as text') {
    const isAbout = ({ name }: FollowedTable) =>
      mentions(text, name.name) && (name.database === database || mentions(text, name.database))
    for (const table of tables.all) if (isAbout(table)) refuse(table.entity, textOnly(table.entity))
  }
}

function change(
  changed: readonly FollowedTable[],
  clauses: readonly string[] | undefined,
  { refuse, readAgain }: StatementSink,
): void {
  for (const followed of changed) {
    if (hasOtherRows(followed, clauses)) refuse(followed.entity, alteredTable(followed.entity))
    else comeTo(followed, clauses, refuse)
  }
  if (changed.length > 0) readAgain()
}

function hasOtherRows(followed: FollowedTable, clauses: readonly string[] | undefined): boolean {
  const { wanted } = followed
  if (!isOpen(wanted)) return !isHarmless(clauses, wanted.columns)
  // The catalogue may be ahead of the log.
  const known = [...wanted.columns, ...mirroredNames(followed)].map((name) => name.toLowerCase())
  const isGone = columnsIn(clauses, 'DROP').some((name) => known.includes(name.toLowerCase()))
  return isGone || !isHarmless(clauses, [])
}

/** The rows from before have their values of columns that come in the table only. */
function comeTo(
  { entity, wanted }: FollowedTable,
  clauses: readonly string[] | undefined,
  refuse: StatementSink['refuse'],
): void {
  const added = isOpen(wanted) ? columnsIn(clauses, 'ADD') : []
  if (added.length === 0) return
  const needs = wanted.drift === 'stop' ? 'asked' : 'copy'
  refuse(entity, columnsHaveCome(entity, added, needs), needs)
}
