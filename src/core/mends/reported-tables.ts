import type { KnownTable, TableShape } from '../connections/compare-tables.ts'
import type { Run, RunStream } from '../runs/run.ts'
import type { FailedStream } from './failure.ts'

/**
 * The tables of the source as a run reports them: those of the last success, with the changes that the run has found. For people
 * who may not query the source.
 * @param entity the table that the mends are about; nothing is known of tables that never arrived
 */
export function reportedTables(
  { streams }: Pick<Run, 'streams'>,
  entity: string | undefined,
  known: readonly KnownTable[],
): FailedStream['tables'] {
  if (!known.some(({ name }) => name === entity)) return undefined
  const byName = new Map(streams.map((stream) => [stream.entity, stream]))
  return { known, now: known.flatMap((table) => reportedTable(table, byName.get(table.name))) }
}

function reportedTable(table: TableShape, stream: RunStream | undefined): readonly TableShape[] {
  const { error, columnChanges = [] } = stream ?? {}
  // An error that names a step is about another table, which the step needs.
  if (error?.code === 'ENTITY_NOT_FOUND' && error.side === 'source' && error.node === undefined) return []
  const changes = columnChanges.filter(({ side }) => side !== 'destination')
  const namesOf = (is: 'added' | 'removed') => changes.filter((change) => change.is === is)
  const removed = new Set(namesOf('removed').map(({ name }) => name))
  const added = namesOf('added').map(({ name, type = '' }) => ({ name, type }))
  return [{ ...table, columns: [...table.columns.filter(({ name }) => !removed.has(name)), ...added] }]
}
