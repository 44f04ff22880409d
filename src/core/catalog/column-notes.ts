/** What is worth telling of a column before a run, in the order in which it is told. */
export const COLUMN_NOTES = [
  'key',
  'cursor',
  /** Steps make it, or change its values. */
  'made',
  'changed',
  /** A step leaves it out, or the policy for columns that are new at the source. */
  'dropped',
  'ignored',
  /** The source has it no longer; the target still does. */
  'gone',
  /** The target gets it, or a wider type for it. */
  'added',
  'widened',
  /** The target computes it itself. */
  'computed',
  /** The target has no type of its own for it. */
  'as-text',
  /** The target holds less than may come, or wants a value where none may come: such rows are refused. */
  'narrower',
  'required',
] as const

export type ColumnNote = (typeof COLUMN_NOTES)[number]
