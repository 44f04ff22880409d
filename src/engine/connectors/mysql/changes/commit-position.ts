import type { LogPosition } from '../../../ports/change-source.ts'
import { askAfterCommit } from '../../sql/ask-after-commit.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type FenceKey, fenceTable, hasRecordedCommit, recordCommit, refuseStale, takeLock } from '../fence/fence.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'

interface PositionCommit {
  readonly session: MysqlSession
  readonly key: FenceKey
  readonly to: LogPosition | undefined
  /** A new session, to find out after a lost answer whether a commit succeeded. */
  readonly reconnect: () => Promise<MysqlSession>
  readonly signal: AbortSignal
}

/** Commits the open transaction together with its place in the log, if no newer attempt has begun. @throws ConnectorError, or the server's own errors */
export async function commitPosition({ session, key, to, reconnect, signal }: PositionCommit): Promise<void> {
  await refuseStale(session, key, true)
  await recordCommit(session, key, { rows: 0, highWaterMark: to })
  await session.query('COMMIT').catch(async (error: unknown) => {
    const ask = async (other: MysqlSession) => {
      // Only after the lost session has certainly ended.
      await takeLock(other, key)
      return (await hasRecordedCommit(other, key)) && (await boundOf(other, key)) === to
    }
    const question = { reconnect, ask, problemOf: mysqlProblem, signal }
    if (mysqlProblem(error).code !== 'CONNECTION_LOST' || !(await askAfterCommit(error, question))) throw error
  })
}

/** What was committed last under a name, of a mirror or of a copy. */
export async function boundOf(session: MysqlSession, { flowId, target }: FenceKey): Promise<string | undefined> {
  const [row] = await session.query(
    `SELECT committed_bound AS bound FROM ${fenceTable(target.database)} WHERE flow_id = ? AND target = ?`,
    [flowId, target.name],
  )
  return row?.['bound'] ?? undefined
}

/** ER_NO_SUCH_TABLE */
const NO_TABLE = 1146

/** Part of a transaction: nothing counts any more that was committed before under the name of a target. */
export async function forgetBound(session: MysqlSession, { flowId, target }: FenceKey): Promise<void> {
  try {
    await session.query(
      `UPDATE ${fenceTable(target.database)} SET committed_bound = NULL WHERE flow_id = ? AND target = ?`,
      [flowId, target.name],
    )
  } catch (error) {
    // No run has written into this database yet.
    if (!(error instanceof Error && 'errno' in error && error.errno === NO_TABLE)) throw error
  }
}
