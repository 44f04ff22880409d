import { FoldedTable } from '../../../formats/changes/folded-table.ts'
import type { AppliedTable, ChangedTable, RecordedTable } from '../../../ports/change-batch.ts'
import type { Application } from './change-session.ts'

/** Part of a transaction. @returns what has to be written; or that nothing has. @throws what `before` throws */
export async function foldChanges(
  recorded: RecordedTable,
  { isWanted, before }: Application,
): Promise<ChangedTable | AppliedTable> {
  const { table } = recorded
  const folded = new FoldedTable(recorded, isWanted)
  // All of it is in the copy, which may have other columns by now.
  if (isNothing(folded)) return { name: table.name, inserted: 0, updated: 0, deleted: 0, divergent: 0 }
  await before?.(table)
  return folded
}

const isNothing = ({ isEmptied, current, removed, added, taken }: ChangedTable): boolean =>
  !isEmptied && current.size + removed.size + added.length + taken.size === 0
