import type { Sentence } from '../catalog/sentence.ts'
import { csvOf } from '../csv.ts'

/** A row that the destination could not store. */
export interface RejectedRow {
  /** Absent on a server that cannot change single rows. */
  readonly id?: number
  /** From 1, in the order in which rows reached the destination. */
  readonly row: number
  readonly column: string
  readonly rule: string
  readonly ruleSentence?: Sentence
  /** As it reached the destination: text, in the order of the columns; null for no value. */
  readonly values: readonly RejectedValue[]
  /** Before the steps, in the order of the source's columns. */
  readonly sourceValues?: readonly RejectedValue[]
  /** As the run read it, if somebody has changed the row since. */
  readonly originalValues?: readonly RejectedValue[]
  /** A run that has not ended sends it again. */
  readonly isSent?: boolean
  /** The target may have a row with its key that came later; then it is left out when it is sent again. */
  readonly isOutdated?: boolean
}

export type RejectedValue = string | null

interface Column {
  readonly name: string
  readonly type: string
}

/** One page; without a next cursor it is the last one. */
export interface RejectedPage {
  readonly columns: readonly Column[]
  /** Absent if the rows are known only as they reached the destination. */
  readonly sourceColumns?: readonly Column[]
  readonly rows: readonly RejectedRow[]
  readonly nextCursor?: string
}

/** The columns and values that can be changed before a row is sent again. */
export const changeableColumns = ({ columns, sourceColumns }: Pick<RejectedPage, 'columns' | 'sourceColumns'>) =>
  sourceColumns ?? columns

export const changeableValues = ({ values, sourceValues }: Pick<RejectedRow, 'values' | 'sourceValues'>) =>
  sourceValues ?? values

type Rejected = Pick<RejectedPage, 'columns' | 'rows'>

/** No value becomes an empty cell. */
export const rejectedCsv = ({ columns, rows }: Rejected): string =>
  csvOf(
    [
      ['row', 'refused column', 'rule', ...columns.map(({ name }) => name)],
      ...rows.map(({ row, column, rule, values }) => [
        String(row),
        column,
        rule,
        ...values.map((value) => value ?? ''),
      ]),
    ],
    { hasNumbers: true },
  )

export const rejectedJson = ({ columns, rows }: Rejected): string =>
  JSON.stringify(
    rows.map(({ row, column, rule, values }) => ({
      row,
      column,
      rule,
      values: Object.fromEntries(columns.map(({ name }, at) => [name, values[at] ?? null])),
    })),
    null,
    2,
  )
