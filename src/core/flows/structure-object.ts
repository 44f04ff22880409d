import type { Sentence } from '../catalog/sentence.ts'

/** What an object of the source beside its rows is, and what becomes of it in the destination. */
export interface StructureObject {
  /** A `StructureKind`, or what only a newer server knows. */
  readonly kind: string
  /** Absent: it belongs to no table. */
  readonly table?: string
  /** Empty if there is one of this kind per table. */
  readonly name: string
  readonly detail?: string
  /** A `StructureState`; objects in a state that only a newer server knows are not shown. */
  readonly state: string
  readonly reason?: string
  readonly reasonSentence?: Sentence
}
