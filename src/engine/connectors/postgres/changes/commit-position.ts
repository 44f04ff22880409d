import { defined } from '../../../../core/catalog/defined.ts'
import type { LogPosition } from '../../../ports/change-source.ts'
import { askAfterCommit } from '../../sql/ask-after-commit.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { type FenceKey, fenceTable, hasCommitted, hasFenceTable, passFence } from '../fence/fence.ts'
import { sqlName } from '../schema/relation-name.ts'
import { postgresProblem } from '../session/postgres-problem.ts'

interface PositionCommit {
  readonly session: PostgresSession
  readonly key: FenceKey
  readonly to: LogPosition | undefined
  /** A new session, to find out after a lost answer whether a commit succeeded. */
  readonly reconnect: () => Promise<PostgresSession>
  readonly signal: AbortSignal
}

/** Commits the open transaction together with its place in the log, if no newer attempt has begun. @throws ConnectorError, or the server's own errors */
export async function commitPosition({ session, key, to, reconnect, signal }: PositionCommit): Promise<void> {
  await passFence(session, key, defined({ rows: 0, highWaterMark: to }))
  await session.query('COMMIT').catch(async (error: unknown) => {
    const ask = async (other: PostgresSession) => (await hasCommitted(other, key)) && (await boundOf(other, key)) === to
    const question = { reconnect, ask, problemOf: postgresProblem, signal }
    if (postgresProblem(error).code !== 'CONNECTION_LOST' || !(await askAfterCommit(error, question))) throw error
  })
}

/** What was committed last under a name, of a mirror or of a copy. */
export async function boundOf(session: PostgresSession, { flowId, target }: FenceKey): Promise<string | undefined> {
  const [row] = await session.query(
    `SELECT committed_bound AS bound FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2`,
    [flowId, target.name],
  )
  return row?.['bound'] ?? undefined
}

/** Part of a transaction: nothing counts any more that was committed before under the name of a target. */
export async function forgetBound(session: PostgresSession, { flowId, target }: FenceKey): Promise<void> {
  if (!(await hasFenceTable(session, target.schema))) return
  await session.query(
    `UPDATE ${sqlName(fenceTable(target.schema))} SET committed_bound = NULL WHERE flow_id = $1 AND target = $2`,
    [flowId, target.name],
  )
}
