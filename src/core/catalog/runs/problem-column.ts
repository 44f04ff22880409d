/**
 * How a column differs: `added`, `removed` or `retyped` at the source since the last run that succeeded; `missing` in the target, or
 * too `narrow` there for the type of the stream.
 */
export const COLUMN_DIFFERENCES = ['added', 'removed', 'retyped', 'missing', 'narrow'] as const

export type ColumnDifference = (typeof COLUMN_DIFFERENCES)[number]

/** A column that an error is about. */
export interface ProblemColumn {
  readonly name: string
  readonly is: ColumnDifference
  /** Its type at the source; for `missing` and `narrow`, the type that it needs in the target. */
  readonly type?: string
  /** Its type before; for `narrow`, the type that it has in the target. */
  readonly before?: string
}
