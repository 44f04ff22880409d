import type { TargetEffect } from '../../../../core/catalog/target-effects.ts'
import type { Placed } from '../../../ports/destination.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { CommitNote, FenceKey } from '../fence/fence.ts'
import type { TableName } from '../schema/table-name.ts'
import { sqlName } from '../schema/table-name.ts'

/** How a staging table is made, and what it is called then. */
export const stagingTable = (own: TableName, temporary?: TableName) => ({
  create: temporary ? 'CREATE TEMPORARY TABLE' : 'CREATE TABLE',
  name: sqlName(temporary ?? own),
})

/** How rows come to stand in the target; readers see the old rows or the new. */
export interface WriteStrategy {
  readonly effect: TargetEffect
  /** No other table is touched or waited for by `show`. */
  readonly standsAlone?: true
  /** Makes the staging table. @param temporary its name, if it is to be seen by this session alone and to go with it */
  stage(session: MysqlSession, temporary?: TableName): Promise<void>
  /**
   * Puts the staged rows in place, if no newer attempt has begun. May be tried again when it was refused a lock.
   * @returns what became of those that do not stand as they came
   */
  show(session: MysqlSession, fence: FenceKey, note: CommitNote): Promise<Placed | undefined>
  /** Whether `show` went through whose answer was lost; asked by another session, once the first has ended. */
  hasShown(session: MysqlSession, fence: FenceKey): Promise<boolean>
}
