import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { openStepBinder, type PlannedSteps } from '../../move/plan/plan-steps.ts'
import type { Transformations } from '../../move/run/move-request.ts'
import type { LoggedField, LoggedTable } from '../../ports/change-source.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { StepProcess } from '../../step-process/step-process.ts'
import { keptColumn } from '../../transform/columns/kept-column.ts'
import { rawName } from '../../transform/columns/relation.ts'
import { NUMBER } from './stepped-rows.ts'

/** The steps of one table, bound to the columns that its log has. */
export interface BoundTable {
  readonly planned: PlannedSteps
  /** The table after its steps. */
  readonly after: LoggedTable
  /** The place after the steps of each column that only passes them, by its place before. */
  readonly passing: ReadonlyMap<number, number>
  /** Places of columns whose values the steps need. */
  readonly used: ReadonlySet<number>
}

const ROW: SourceColumn = { name: NUMBER, type: 'integer', value: { kind: 'integer', bits: 32 }, nullable: false }

/**
 * @param columns of the source, as they are now. @returns nothing if no step applies to the table
 * @throws ConnectorError that names the step, or if rows could not be followed through the steps
 */
export async function bindTable(
  table: LoggedTable,
  columns: readonly SourceColumn[],
  transformations: Transformations,
  open: () => StepProcess,
): Promise<BoundTable | undefined> {
  const own = table.columns.map((name, place) => columnOf(table, columns, name, table.fields?.[place]))
  const binder = openStepBinder(transformations, open)
  const planned = await binder.bind(table.name, [...own, ROW], [], { readsAll: true })
  if (!planned) return undefined
  const { bound } = planned
  if (!bound.isRowWise || bound.readLimit !== undefined || bound.passLimit !== undefined) throw notRowWise(table.name)
  if (!bound.isRepeatable) throw notRepeatable(table.name)
  const leaving = (bound.relations.at(-1)?.relation.columns ?? []).filter(({ name }) => name !== NUMBER)
  const passing = new Map<number, number>()
  for (const [at, column] of leaving.entries()) {
    const kept = keptColumn(bound, column)?.column.name
    const place = kept === undefined ? -1 : table.columns.indexOf(kept)
    if (place >= 0 && !passing.has(place)) passing.set(place, at)
  }
  const key = table.key.map((place) => passing.get(place) ?? -1)
  if (key.includes(-1)) throw withoutKey(table)
  const used = new Set(
    table.columns.flatMap((_, place) => (bound.used.has(rawName(bound.main.table, place)) ? [place] : [])),
  )
  const native = [...used].find((place) => table.fields?.[place]?.isNative)
  if (native !== undefined) throw inOtherNotation(table.name, table.columns[native] ?? '')
  const fieldOf = (name: string): LoggedField => {
    const column = planned.columns.find((one) => one.name === name)
    const from = [...passing].find(([, at]) => leaving[at]?.name === name)?.[0]
    const passed = from === undefined ? undefined : table.fields?.[from]
    return passed ?? { type: column?.type ?? '', value: column?.value ?? { kind: 'other' } }
  }
  const names = leaving.map(({ name }) => name)
  return {
    planned,
    passing,
    used,
    after: defined({
      name: table.name,
      columns: names,
      key,
      fields: names.map(fieldOf),
      isFiltered: bound.leavesRowsOut ? (true as const) : undefined,
    }),
  }
}

/** The catalogue may have another type by now; the log says what its texts are. */
function columnOf(
  table: LoggedTable,
  columns: readonly SourceColumn[],
  name: string,
  field: LoggedField | undefined,
): SourceColumn {
  const found = columns.find((column) => column.name === name)
  if (found && field) return { ...found, value: field.value }
  throw new ConnectorError({
    code: 'SOURCE_CHANGED',
    message: sentence`The log has values of ${table.name}.${name} of a type that is not known.`,
    hint: sentence`Copy the table again.`,
  })
}

const notRowWise = (table: string) =>
  new ConnectorError({
    code: 'STEPS_COMBINE_ROWS',
    message: sentence`The steps of ${table} combine rows, so that a change of one row cannot be sent through them.`,
    hint: sentence`Use only steps that work row by row, or run the flow instead of mirroring it.`,
  })

const notRepeatable = (table: string) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`A step of ${table} depends on the time or on chance, so that the mirror would never be equal to its source.`,
    hint: sentence`Leave functions like now() and random() out of it, or run the flow instead of mirroring it.`,
  })

const withoutKey = ({ name, columns, key }: LoggedTable) =>
  new ConnectorError({
    code: 'KEY_REQUIRED',
    message: sentence`The steps of ${name} leave out or change its key (${key.map((place) => columns[place] ?? '').join(', ')}), by which a mirror finds its rows.`,
    hint: sentence`Leave the key as it is; it may have another name.`,
  })

const inOtherNotation = (table: string, column: string) =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The log has the values of ${table}.${column} in a notation that steps do not read.`,
    hint: sentence`Leave the column out of the steps.`,
  })
