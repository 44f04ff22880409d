import type { Sentence } from '../catalog/sentence.ts'
import type { RejectedValue } from './rejected-rows.ts'

/** What would make a column accept a value: another value, or a wider type. */
export type Mend =
  | { readonly kind: 'round'; readonly digits: number }
  | { readonly kind: 'cut'; readonly characters: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'widen'; readonly type: string }

export interface OfferedMend {
  readonly mend: Mend
  /** For how many rows it helps. */
  readonly rows: number
}

/** A reason for which rows of a table were rejected. */
export interface RejectedCause {
  readonly column: string
  readonly rule: string
  readonly ruleSentence?: Sentence
  /** All of them, also those for which there was no room. */
  readonly rows: number
  readonly kept: number
  /** The commonest refused values, the commonest first. */
  readonly values: readonly { readonly value: RejectedValue; readonly rows: number }[]
  readonly mends: readonly OfferedMend[]
}

/** Which rejected rows of a run are meant: these, all of a cause, or all of a table. */
export interface RejectedPick {
  readonly entity?: string
  readonly cause?: Pick<RejectedCause, 'column' | 'rule'>
  readonly rows?: readonly number[]
}
