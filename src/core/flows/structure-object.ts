import type { StructureKind, StructureState } from '../catalog/runs/structure-objects.ts'
import type { Sentence } from '../catalog/sentence.ts'

/** What an object of the source beside its rows is, and what becomes of it in the destination. */
export interface StructureObject {
  /** Absent: a newer server knows more. */
  readonly kind?: StructureKind
  /** Absent: it belongs to no table. */
  readonly table?: string
  /** Empty if there is one of this kind per table. */
  readonly name: string
  readonly detail?: string
  readonly state: StructureState
  readonly reason?: string
  readonly reasonSentence?: Sentence
}
