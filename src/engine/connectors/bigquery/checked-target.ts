import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { mendsFor } from '../../formats/common-text/value-mend.ts'
import type { TargetSums } from '../../ports/target.ts'
import type { Overlap, TargetRequest } from '../../ports/target-request.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import { noMark } from '../shared/mark-column.ts'
import { rowChecks } from '../shared/row-limits.ts'
import { createdNote } from '../shared/target-notes.ts'
import { type BigqueryColumn, heldBy } from './bigquery-column.ts'
import { cellSumsOf } from './cell-sums.ts'
import type { Table } from './dataset.ts'
import type { Vanishing } from './vanished-statement.ts'
import { type Widening, wideningNotes } from './widening.ts'

/** How rows of an existing table that have vanished are handled. @throws ConnectorError if its column cannot have the time of a run */
export function vanishingIn(
  existing: Table | undefined,
  { target, vanished }: TargetRequest,
): { readonly vanishing?: Vanishing } {
  if (!existing || !vanished) return {}
  const { column } = vanished
  const own = existing.fields.find(({ name }) => name.toLowerCase() === column?.toLowerCase())
  if (column !== undefined && own && (own.type !== 'TIMESTAMP' || own.mode === 'REQUIRED'))
    throw noMark(target, column, own.type)
  return { vanishing: { handling: vanished, hasMarks: own !== undefined } }
}

/** The columns of the target after the run, as far as known before anything is written. */
export function targetOf(request: TargetRequest, { columns, existing, key, widening }: Checked) {
  const { columns: coming } = request
  const comingValue = (wanted: string) =>
    coming.find(({ name }) => name === wanted)?.value ?? { kind: 'other' as const }
  const limits = columns.map(({ name, type, refuses }) => ({
    column: name,
    nullable: !key?.includes(name),
    limit: refuses,
    mends: mendsFor(heldBy(type, comingValue(name)), !key?.includes(name)),
  }))
  return {
    isNew: existing === undefined,
    formats: [COMMON_TEXT],
    columns: columns.map(({ name }) => name),
    checks: rowChecks(limits),
    notes: [...notesOf(request, existing !== undefined), ...wideningNotes(request, widening)],
  }
}

/** Keys alone are not summed: BigQuery charges a query for it. */
export const sumsOf = (columns: readonly BigqueryColumn[]): TargetSums => ({
  digests: () => [],
  rows: () => [],
  cells: (names) => cellSumsOf(names.flatMap((name) => columns.filter((column) => column.name === name))),
})

/** Facts about a target before anything is written. */
export interface Checked {
  readonly columns: readonly BigqueryColumn[]
  readonly existing: Table | undefined
  readonly key: readonly string[] | undefined
  readonly widening: Widening
  /** How existing rows are recognized; absent if all of them are new, or cannot be recognized. */
  readonly overlap?: Overlap
}

export const notesOf = (request: TargetRequest, exists: boolean): readonly Sentence[] => {
  const { target: table, mode, isDry } = request
  if (!exists) return [createdNote(sentence`The table ${table}`, request)]
  if (mode !== 'replace') return []
  return [
    isDry
      ? sentence`The columns of ${table} would be replaced by the columns of the stream.`
      : sentence`The columns of ${table} are replaced by the columns of the stream.`,
  ]
}
