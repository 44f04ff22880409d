import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { Problem } from './connector.ts'
import type { IdentityPart, SequencePart, StructurePart } from './table-structure.ts'
import type { Fence } from './target-request.ts'

/**
 * `missing`: there is no such table; `due`: a run of the flow has created it, and its structure is not complete; `built`: the same, and complete;
 * `other`: it was there before the flow, or was made without its structure.
 */
export type TableOwnership = 'missing' | 'due' | 'built' | 'other'

/** What became of a part. */
export type PartOutcome =
  | { readonly state: 'built' }
  /** `note`: in what it differs from the source's. */
  | { readonly state: 'present'; readonly note?: Sentence }
  /** It cannot come, and does not prevent the rest. */
  | { readonly state: 'left'; readonly reason: Sentence }
  | { readonly state: 'failed'; readonly problem: Problem }

/** Columns whose rows number themselves: by their own counter, or by a sequence that a default names. */
export type NumberedPart = IdentityPart | SequencePart

/** How far the numbers of a column have come in the destination. */
export interface AdvancedNumbers {
  readonly table: string
  readonly column: string
  /** The last number that it had given before. Absent: none. */
  readonly before?: string
  /** The next number comes after this one. Absent: it gives its first. */
  readonly last?: string
  /** Why it could not be advanced. */
  readonly problem?: Problem
}

/** Builds the structure of tables that a flow has created; parts name tables and columns as the destination does. */
export interface StructureBuilder {
  /** Rows are updated by any unique index, so a table whose rows are updated by their key can have no other. */
  readonly updatesByAnyUnique?: true
  /** The part as the destination says it, if it came from another system; nothing if the table has it without saying. Absent: unchanged. */
  translatePart?(part: StructurePart, system: ConnectionType): StructurePart | undefined
  /** @returns the tables beside these in which the destination keeps its own notes about runs, so that a comparison of both schemas explains them */
  bookkeepingTables(targets: readonly string[]): readonly string[]
  /** @param owners of the source's objects, in that system. @returns how that of new ones differs, if it does. @throws ConnectorError */
  otherOwner(owners: readonly string[], system: ConnectionType): Promise<Sentence | undefined>
  /** @returns what each table is to the flow. @throws ConnectorError */
  ownership(flowId: string, targets: readonly string[]): Promise<ReadonlyMap<string, TableOwnership>>
  /**
   * Nothing is written.
   * @param system of the SQL of the parts. @returns why parts cannot be built; the others can. @throws ConnectorError
   */
  refused(parts: readonly StructurePart[], system: ConnectionType): Promise<ReadonlyMap<StructurePart, Sentence>>
  /**
   * Before rows are replaced: drops the foreign keys that the flow has built and that refer to these tables, which could not be replaced
   * otherwise, and makes their tables `due`, in one step. @throws ConnectorError `FENCED`
   */
  release(fence: Fence, targets: readonly string[]): Promise<void>
  /**
   * Builds the parts that do not exist, in an order in which each finds what it needs, independent ones at the same time. May be repeated after
   * an interruption at any point.
   * @param report called for each part when it is done. @throws ConnectorError if the server cannot be reached, or a newer attempt has begun
   */
  build(
    fence: Fence,
    parts: readonly StructurePart[],
    report: (part: StructurePart, outcome: PartOutcome) => void,
  ): Promise<void>
  /**
   * The next numbers of these columns come after those that their rows have, and after the last ones of the parts; none goes back.
   * @returns those that exist, in their order. @throws ConnectorError if the server cannot be reached
   */
  advance(parts: readonly NumberedPart[]): Promise<readonly AdvancedNumbers[]>
  /** Notes that these tables have all of their structure. */
  complete(fence: Fence, targets: readonly string[]): Promise<void>
}
