import type { TargetEffect } from '../../../../core/catalog/target-effects.ts'
import type { Placed } from '../../../ports/destination.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'

/**
 * How rows come to stand in the target, all in one transaction. Every way keeps what people built on the table and lets
 * readers see the old rows or the new; they differ in cost and in what they can carry over.
 */
export interface WriteStrategy {
  readonly effect: TargetEffect
  /** Where the rows are copied to first, as SQL. */
  readonly staging: string
  /** Whether it is a table of this transaction, which nobody else can see. */
  readonly isNew: boolean
  /** Makes the staging table. */
  stage(session: PostgresSession): Promise<void>
  /** Work on the staged rows that needs no lock on the target, such as building indexes. */
  build(session: PostgresSession): Promise<void>
  /** The lock on the target that `show` needs; absent where there is no target yet. */
  readonly lock?: string
  /** Puts the rows in place. @returns what became of those that do not stand as they came */
  show(session: PostgresSession, rows: number): Promise<Placed | undefined>
  /** The same with another staging table, which may outlive the transaction; absent where it may not. */
  readonly lasting?: (stagingName: string) => LastingStrategy
}

/** A strategy whose staging table may be made by a transaction of its own and filled by several, so that what stands in it outlives an attempt. */
export interface LastingStrategy extends WriteStrategy {
  /** Looks at what `show` compares again. @returns what has to be the same for rows of an earlier attempt to be shown by this one */
  recall(session: PostgresSession): Promise<string>
}
