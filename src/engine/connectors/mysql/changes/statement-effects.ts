import type { LoggedTable } from '../../../ports/change-source.ts'
import type { ConnectorError } from '../../../ports/connector.ts'
import type { TableName } from '../schema/table-name.ts'
import type { QueryEvent } from './events/query-event.ts'
import { type FollowedTable, isOpen, type LogTables, mirroredNames } from './log-tables.ts'
import { addedColumns } from './statements/added-columns.ts'
import {
  changesKey,
  columnsIn,
  isHarmless,
  type LoggedStatement,
  mentions,
  movesRows,
} from './statements/read-statement.ts'
import { alteredTable, columnsAreGone, columnsHaveCome, textOnly } from './unreadable-problems.ts'

export interface StatementSink {
  readonly tables: LogTables
  readonly truncate: (tables: readonly LoggedTable[]) => void
  /** @see ChangeSink */
  readonly altered: (table: LoggedTable) => void
  readonly refuse: (entity: string, problem: ConnectorError, needs?: 'asked' | 'copy') => void
  /** Tables are called or built otherwise from now on. */
  readonly readAgain: () => void
}

/** What a statement that is written as text does with tables that are followed. */
export function applyStatement(statement: LoggedStatement, { text, database }: QueryEvent, sink: StatementSink): void {
  const named = (names: readonly TableName[]) =>
    names.flatMap((name) => sink.tables.find(name) ?? []).filter(({ entity }) => !sink.tables.isLeftOut(entity))
  if (statement.kind === 'truncate') {
    const emptied = named(statement.tables)
    if (emptied.length > 0) sink.truncate(emptied.map((table) => sink.tables.loggedOf(table)))
  } else if (statement.kind === 'changed') {
    const changed = named(statement.tables)
    for (const followed of changed) change(followed, statement.clauses, sink)
    if (changed.length > 0) sink.readAgain()
  } else if (statement.kind === 'renamed') rename(named(statement.gone), named(statement.come), sink)
  else if (statement.kind === 'dropped database')
    lose(
      sink.tables.all.filter(({ name }) => name.database === statement.database),
      sink,
    )
  else if (statement.kind === 'rows as text') refuseText({ text, database }, sink)
}

/** A copy of a table that is gone would be of no use. */
function lose(gone: readonly FollowedTable[], { refuse }: StatementSink): void {
  for (const { entity } of gone) refuse(entity, alteredTable(entity), 'asked')
}

function rename(gone: readonly FollowedTable[], come: readonly FollowedTable[], sink: StatementSink): void {
  lose(gone, sink)
  for (const { entity, wanted } of come)
    sink.refuse(entity, alteredTable(entity), wanted.drift === 'stop' ? 'asked' : 'copy')
  if (gone.length + come.length > 0) sink.readAgain()
}

function refuseText(
  { text, database }: Pick<QueryEvent, 'text' | 'database'>,
  { tables, refuse }: StatementSink,
): void {
  const isAbout = ({ name }: FollowedTable) =>
    mentions(text, name.name) && (name.database === database || mentions(text, name.database))
  for (const table of tables.all) if (isAbout(table)) refuse(table.entity, textOnly(table.entity))
}

const areIn = (names: readonly string[]) => {
  const known = new Set(names.map((name) => name.toLowerCase()))
  return (name: string) => known.has(name.toLowerCase())
}

/** What the rows from before are afterwards is in the statement, or only a copy tells. */
function change(followed: FollowedTable, clauses: readonly string[] | undefined, sink: StatementSink): void {
  const { entity, wanted } = followed
  // The catalogue may be ahead of the log.
  const isKnown = areIn([...wanted.columns, ...mirroredNames(followed)])
  const gone = columnsIn(clauses, 'DROP').filter(isKnown)
  const come = columnsIn(clauses, 'ADD').filter((name) => isOpen(wanted) || isKnown(name))
  const isKeyGone = changesKey(clauses) || gone.some(areIn(wanted.key))
  const needs = wanted.drift === 'stop' || isKeyGone || movesRows(clauses) ? 'asked' : 'copy'
  if (isKeyGone || !isHarmless(clauses)) sink.refuse(entity, alteredTable(entity), needs)
  else if (gone.length > 0 && (come.length > 0 || needs === 'asked' || !sink.tables.hasNames(entity)))
    sink.refuse(entity, columnsAreGone(entity, gone, needs), needs)
  else if (come.length > 0) comeTo(followed, { clauses, come, needs }, sink)
}

interface Coming {
  readonly clauses: readonly string[] | undefined
  readonly come: readonly string[]
  readonly needs: 'asked' | 'copy'
}

function comeTo(followed: FollowedTable, { clauses, come, needs }: Coming, { tables, altered, refuse }: StatementSink) {
  const { entity, wanted } = followed
  const isLive = tables.hasNames(entity) && needs === 'copy' && !wanted.hasSteps && !come.some(areIn(wanted.key))
  const added = isLive ? addedColumns(clauses, come) : undefined
  if (!added) return refuse(entity, columnsHaveCome(entity, come, needs), needs)
  const before = tables.loggedOf(followed)
  const columns = [...new Set([...before.columns, ...come])]
  altered({ name: entity, columns, key: before.key, added })
}
