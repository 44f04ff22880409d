import type { Sentence } from '../../core/catalog/sentence.ts'

/** Something that keeps a mirror from starting, or is worth knowing before, with what mends it. */
export interface MirrorHindrance {
  readonly reason: Sentence
  /** Absent: the source. */
  readonly side?: 'destination'
  /** It may pause a table, or let it differ, but keeps nothing from starting. */
  readonly isNote?: true
  /** What has to be executed there, as it is. Absent: no statement mends it. */
  readonly statement?: string
  /** The statement counts only after a restart of the server. */
  readonly needsRestart?: true
  /** The entity that it is about; absent: the source as a whole. */
  readonly entity?: string
}

/** How a table can be mirrored. */
export interface MirrorableTable {
  readonly entity: string
  /** The columns that the log contains. */
  readonly columns: readonly string[]
  /** Empty: rows are found by all their values. */
  readonly key: readonly string[]
  /** Columns that the log does not contain, because the source computes them. */
  readonly computed: readonly string[]
}

export interface MirrorReadiness {
  readonly hindrances: readonly MirrorHindrance[]
  readonly tables: readonly MirrorableTable[]
}

/** A table of a mirror and where it goes. */
export interface MirroredTarget {
  readonly entity: string
  /** In the destination's notation. */
  readonly target: string
  /** That the log brings. */
  readonly columns: readonly string[]
}
