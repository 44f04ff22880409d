import type { TargetEffect } from '../../../../core/catalog/runs/target-effects.ts'
import type { PublishResult } from '../../../ports/load.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'

/**
 * How rows are put in place in the target, all in one transaction. Every strategy keeps dependent objects of the table, and
 * readers see either the old rows or the new ones; the strategies differ in cost and in what they can keep.
 */
export interface WriteStrategy {
  readonly effect: TargetEffect
  /** The table into which rows are copied first, as SQL. */
  readonly staging: string
  /** Whether it is a table of this transaction that nobody else can see. */
  readonly isNew: boolean
  /** Creates the staging table. */
  stage(session: PostgresSession): Promise<void>
  /** Work on the staged rows that needs no lock on the target, such as building indexes. */
  build(session: PostgresSession): Promise<void>
  /** The lock on the target that `show` needs; absent if there is no target yet. */
  readonly lock?: string
  /** Puts the rows in place. @returns what happened to rows that are not in the target unchanged */
  publish(session: PostgresSession, rows: number): Promise<PublishResult | undefined>
  /** The same with another staging table, which may outlive the transaction; absent if it may not. */
  readonly persistent?: (stagingName: string) => PersistentStrategy
}

/** A strategy whose staging table may be created in a separate transaction and filled by several, so that its rows outlive an attempt. */
export interface PersistentStrategy extends WriteStrategy {
  /**
   * Whether the staging table becomes the target, so that its rows have to be those of one transaction. Otherwise they are only read, and gone after a
   * crash of the server, as is their ledger.
   */
  readonly isTarget: boolean
  /** Reads again what `show` compares. @returns what must be equal so that this attempt may put rows of an earlier one in place */
  planKey(session: PostgresSession): Promise<string>
}
