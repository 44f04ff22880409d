import type { TargetEffect } from '../../../core/catalog/target-effects.ts'
import type { CommitNote, FenceKey } from './fence.ts'
import type { MysqlSession } from './mysql-session.ts'

/** How rows come to stand in the target; readers see the old rows or the new. */
export interface Landing {
  readonly effect: TargetEffect
  /** Makes the staging table. */
  stage(session: MysqlSession): Promise<void>
  /** Puts the staged rows in place, if no newer attempt has begun. May be tried again when it was refused a lock. */
  show(session: MysqlSession, fence: FenceKey, note: CommitNote): Promise<void>
  /** Whether `show` went through whose answer was lost; asked by another session, once the first has ended. */
  hasShown(session: MysqlSession, fence: FenceKey): Promise<boolean>
}
