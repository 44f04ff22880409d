import type { LoggedTable } from '../../../ports/change-source.ts'
import type { ConnectorError } from '../../../ports/connector.ts'
import type { TableName } from '../schema/table-name.ts'
import type { QueryEvent } from './events/query-event.ts'
import type { FollowedTable, LogTables } from './log-tables.ts'
import { isHarmless, type LoggedStatement, mentions } from './statements/read-statement.ts'
import { alteredTable, textOnly } from './unreadable-problems.ts'

export interface StatementSink {
  readonly tables: LogTables
  readonly truncate: (tables: readonly LoggedTable[]) => void
  readonly refuse: (entity: string, problem: ConnectorError) => void
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
  for (const { entity, wanted } of changed)
    if (!isHarmless(clauses, wanted.columns)) refuse(entity, alteredTable(entity))
  if (changed.length > 0) readAgain()
}
