import type { TargetEffect } from '../../../../core/catalog/runs/target-effects.ts'
import type { PublishResult } from '../../../ports/load.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { CommitRecord, FenceKey } from '../fence/fence.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

/** How a staging table is created, and its name. */
export const stagingTable = (own: TableName, temporary?: TableName) => ({
  create: temporary ? 'CREATE TEMPORARY TABLE' : 'CREATE TABLE',
  name: sqlName(temporary ?? own),
})

/** How rows are put in place in the target; readers see either the old rows or the new ones. */
export interface WriteStrategy {
  readonly effect: TargetEffect
  /** `show` neither changes nor waits for any other table. */
  readonly standsAlone?: true
  /** Rows that break a constraint of the target are staged too, in a table of `plainStaging`. */
  readonly stagesAll?: true
  /** Creates the staging table. @param temporary its name, if only this session should see it and it should end with the session */
  stage(session: MysqlSession, temporary?: TableName): Promise<void>
  /**
   * Puts the staged rows in place, if no newer attempt has begun. May be retried after a refused lock.
   * @returns what happened to rows that are not in the target unchanged
   */
  publish(session: MysqlSession, fence: FenceKey, note: CommitRecord): Promise<PublishResult | undefined>
  /** Whether a `show` with a lost answer succeeded; called in another session, after the first has ended. */
  hasPublished(session: MysqlSession, fence: FenceKey): Promise<boolean>
  /** The same with another staging table, whose rows may outlive an attempt; absent if they may not. */
  readonly persistent?: (staging: TableName) => PersistentStrategy
}

/** A strategy whose staging table is filled in several transactions. */
export interface PersistentStrategy extends WriteStrategy {
  /** What must be equal so that an attempt may put rows of an earlier one in place. */
  readonly planKey: string
  /** Creates a target that the rows do not come with. @returns the plan of a later attempt, which finds it there; nothing if none is created */
  create?(session: MysqlSession): Promise<string | undefined>
}
