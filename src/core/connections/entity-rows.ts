import type { Sentence } from '../catalog/sentence.ts'

/** Some rows of a table, a sheet, or the result of a step. */
export interface SampleRows {
  readonly columns: readonly SampleColumn[]
  /** Values as text, in the order of the columns; null for no value. */
  readonly rows: readonly SampleRow[]
}

export interface SampleColumn {
  readonly name: string
  readonly type: string
}

export type SampleRow = readonly (string | null)[]

/** The first rows of an entity. */
export interface EntityRows extends SampleRows {
  /** There are more rows than these. */
  readonly hasMore: boolean
  /** The columns by which the rows come; absent if the order is not known. */
  readonly orderedBy?: readonly string[]
  /** Notes for people, for example about the price of the read. */
  readonly notes: readonly string[]
  readonly noteSentences?: readonly Sentence[]
}
