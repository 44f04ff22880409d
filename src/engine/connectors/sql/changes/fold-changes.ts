import { FoldedTable } from '../../../formats/changes/folded-table.ts'
import type { AppliedTable, ChangedTable, RecordedTable } from '../../../ports/change-batch.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import type { Application } from './change-session.ts'

/**
 * Part of a transaction. @param write gets what has to be written, after the steps
 * @throws TableFailure if the steps cannot be done, or what `before` and `write` throw
 */
export async function foldChanges(
  recorded: RecordedTable,
  { isWanted, before, steps }: Application,
  write: (changed: ChangedTable) => Promise<AppliedTable>,
): Promise<AppliedTable> {
  const { name } = recorded.table
  const folded = new FoldedTable(recorded, isWanted)
  const none = { name, inserted: 0, updated: 0, deleted: 0, divergent: 0 }
  // All of it is in the copy, which may have other columns by now.
  if (isNothing(folded) && !folded.isAltered) return none
  await before?.(recorded.table, folded.isEmptied)
  const changed = steps ? await afterSteps(steps.apply(folded), name) : folded
  if (isNothing(changed)) return none
  const applied = await write(changed)
  // Whether such a row had to be there is not known.
  return changed.table.isFiltered ? { ...applied, divergent: 0 } : applied
}

const isNothing = ({ isEmptied, current, removed, added, taken }: ChangedTable): boolean =>
  !isEmptied && current.size + removed.size + added.length + taken.size === 0

const afterSteps = (work: Promise<ChangedTable>, entity: string): Promise<ChangedTable> =>
  work.catch((error: unknown) => {
    throw error instanceof ConnectorError ? new TableFailure(entity, error.problem, { cause: error }) : error
  })
