import { encodeRow } from '../formats/common-text/row-encoder.ts'
import type { AppliedTable, ChangeLoad } from '../ports/change-batch.ts'
import type { LoggedRow, LoggedTable } from '../ports/change-source.ts'
import type { RowChange } from '../ports/dry-run.ts'
import type { Field } from '../ports/value-type.ts'
import type { KeyRange } from '../ports/vanished-rows.ts'
import { ChangeBatch } from './change-batch.ts'
import { differingRows, type FrozenPair, type ProvenTable } from './compare-mirrored.ts'

interface Repair {
  /** As of the place in the log where the mirror stands. */
  readonly pair: FrozenPair
  readonly table: ProvenTable
  /** Where rows differed before. */
  readonly places: readonly KeyRange[]
  readonly load: ChangeLoad
  readonly signal: AbortSignal
}

/**
 * Gives the destination the rows of the source that differ, as changes at the place in the log where it stands, so that no newer change is taken back.
 * @throws ConnectorError; then nothing has changed
 */
export async function repairRows({ pair, table, places, load, signal }: Repair): Promise<AppliedTable> {
  const { columns, fields, rows } = await differingRows(pair, table, places, signal)
  const logged = loggedTable(load, table, { columns, fields })
  const nothing = { name: table.entity, inserted: 0, updated: 0, deleted: 0, divergent: 0 }
  // Its columns are changing: it is compared again later.
  if (rows.length === 0 || !logged.columns.every((name) => columns.includes(name))) return nothing
  try {
    const [applied = nothing] = await load.apply(changesOf(logged, columns, rows).tables)
    if (load.position !== undefined) await load.commit(load.position)
    return { ...applied, divergent: rows.length }
  } catch (error) {
    await load.rollBack()
    throw error
  }
}

/** As the log has it. @param compared the columns of the comparison, first the key, and what is in them */
export function loggedTable(
  load: Pick<ChangeLoad, 'shapeOf'>,
  { entity, key }: ProvenTable,
  { columns, fields }: Pick<Awaited<ReturnType<typeof differingRows>>, 'columns' | 'fields'>,
): LoggedTable {
  const known = load.shapeOf(entity)?.table ?? { name: entity, columns, key: key.map((_, place) => place) }
  return { ...known, fields: known.columns.flatMap((name) => fields[columns.indexOf(name)] ?? []) }
}

/** What makes the destination's rows those of the source. */
export function changesOf(logged: LoggedTable, columns: readonly string[], rows: readonly RowChange[]): ChangeBatch {
  const batch = new ChangeBatch()
  for (const row of rows) addChange(batch, logged, columns, row)
  return batch
}

/** @param row with the columns of the comparison */
function addChange(batch: ChangeBatch, logged: LoggedTable, columns: readonly string[], { before, after }: RowChange) {
  const written = (fields: readonly Field[]): LoggedRow => {
    const bytes = encodeRow(logged.columns.map((name) => fields[columns.indexOf(name)] ?? null))
    return { bytes, start: 0, end: bytes.length, unchanged: [] }
  }
  if (before && after) batch.update(logged, written(after), undefined)
  else if (after) batch.insert(logged, written(after))
  else if (before) batch.delete(logged, written(before))
}
