import type { Sentence } from '../../catalog/sentence.ts'
import { csvOf } from '../../csv.ts'

/** A row that the destination could not store. */
export interface RejectedRow {
  /** From 1, in the order in which rows reached the destination. */
  readonly row: number
  readonly column: string
  readonly rule: string
  readonly ruleSentence?: Sentence
  /** Text, in the order of the columns; null for no value. */
  readonly values: readonly (string | null)[]
}

/** One page; without a next cursor it is the last one. */
export interface RejectedPage {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly RejectedRow[]
  readonly nextCursor?: string
}

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
