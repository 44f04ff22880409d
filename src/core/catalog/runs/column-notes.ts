/** Notes about a column before a run, in the order of display. */
export const COLUMN_NOTES = [
  'key',
  'cursor',
  /** A step creates it, or changes its values. */
  'made',
  'changed',
  /** A step leaves it out, or the policy for new columns at the source does. */
  'dropped',
  'ignored',
  /** The source no longer has it, but the target does. */
  'gone',
  /** The target gets it, or a wider type for it. */
  'added',
  'widened',
  /** The target computes it itself. */
  'computed',
  /** The target has no matching type for it. */
  'as-text',
  /** The target cannot store every value, or requires a value where NULL may arrive: such rows are refused. */
  'narrower',
  'required',
] as const

export type ColumnNote = (typeof COLUMN_NOTES)[number]
