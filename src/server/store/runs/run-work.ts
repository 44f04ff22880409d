import type { VanishedDecision } from '../../../core/catalog/policies/vanished-policies.ts'
import type { RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import type { ColumnMend } from '../../../engine/move/run/stream-request.ts'
import type { KeyOrder } from '../../../engine/ports/vanished-rows.ts'

/**
 * What a run does. Code that treats kinds differently has a `switch` without a default or a table of all kinds: a new kind does not compile
 * before each such place knows it.
 */
export type RunWork =
  | {
      readonly kind: 'move'
      /** The tables to move, by their names at the source. Absent: all of the flow. */
      readonly only?: readonly string[] | undefined
      readonly vanished?: DecidedVanished | undefined
    }
  /** Reports what a run, or a backfill of these parts, would change, and writes nothing. */
  | {
      readonly kind: 'dry-run'
      readonly only?: readonly string[] | undefined
      readonly parts?: readonly BackfillPart[] | undefined
      /** Of the flow as this file says it, which is not saved; without a file, of its draft. Absent: of the published flow. */
      readonly draft?: { readonly file?: string | undefined; readonly isNew?: boolean | undefined } | undefined
    }
  /** Compares the tables of both sides as they are now, and writes nothing. */
  | { readonly kind: 'compare' }
  /** Reads parts of tables again, whatever was read before; the position stays. */
  | { readonly kind: 'backfill'; readonly only: readonly string[]; readonly parts: readonly BackfillPart[] }
  /** Sends rejected rows of an earlier run again. Without mends it sends all of them, as version 0.1.0 asked for; otherwise the picked ones. */
  | { readonly kind: 'replay'; readonly of: string; readonly mends: ReplayMends | undefined }
  /** Sends the rows that a comparison found, by their keys and the tables' names; the position stays. */
  | { readonly kind: 'send-differing'; readonly differing: Readonly<Record<string, SentRanges>> }
  /** All rows of an earlier run have arrived: only their structure is built, and the SQL after them executed. */
  | { readonly kind: 'after-rows' }

export type WorkOf<Kind extends RunKind> = Extract<RunWork, { readonly kind: Kind }>

/** A person has decided about rows that have vanished from the source: up to so many of each table are accepted, or all are kept. */
interface DecidedVanished {
  readonly decision: VanishedDecision
  readonly rows: Readonly<Record<string, number>>
}

/** Ranges of keys that a comparison found: the first key of each, and the number of its bits. */
export interface SentRanges {
  readonly order: KeyOrder
  readonly ranges: readonly (readonly [first: string, bits: number])[]
}

/** A part of a table, by its cursor, both bounds included; without bounds, the whole table. */
export interface BackfillPart {
  readonly entity: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Changes of values of one stream that the target refuses. */
export interface ReplayMends {
  readonly entity?: string
  readonly mends?: readonly ColumnMend[]
  /** Columns of the target that get a wider type. */
  readonly widened?: readonly string[]
}

/** The parts of tables that a run is limited to. */
export const partsOf = (work: RunWork) => ('parts' in work ? work.parts : undefined)

/** What a dry run is of, if that is not saved. */
export const draftOf = (work: RunWork) => (work.kind === 'dry-run' ? work.draft : undefined)

/** The tables that a run is limited to; nothing if the flow, or the rejected rows, say it. */
export function tablesOf(work: RunWork): readonly string[] | undefined {
  switch (work.kind) {
    case 'move':
    case 'dry-run':
    case 'backfill':
      return work.only
    case 'send-differing':
      return Object.keys(work.differing)
    case 'after-rows':
      return []
    case 'compare':
    case 'replay':
      return undefined
  }
}
