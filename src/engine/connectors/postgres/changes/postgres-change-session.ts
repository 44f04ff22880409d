import type { LogPosition } from '../../../ports/change-source.ts'
import type { ChangeSession } from '../../sql/changes/change-session.ts'
import type { ReferencesWithin } from '../../sql/changes/references-within.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { type FenceKey, PAUSED_TIMEOUT } from '../fence/fence.ts'
import { parseRelationName } from '../schema/relation-name.ts'
import { boundOf, commitPosition, forgetBound } from './commit-position.ts'
import { FollowedTables } from './followed-tables.ts'

/** Who locks a table of the destination longer lets it wait, not the mirror. */
const LOCK_TIMEOUT = '2s'

interface OpenedSession {
  readonly session: PostgresSession
  readonly key: FenceKey
  readonly secret: string
  readonly references: ReferencesWithin | undefined
  readonly reconnect: () => Promise<PostgresSession>
  readonly signal: AbortSignal
}

export function postgresChangeSession(opened: OpenedSession): ChangeSession {
  const { session, key, secret, references } = opened
  const tables = new FollowedTables(session, secret, references)
  return {
    async begin(isPatient) {
      await session.query(
        `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'; SET LOCAL lock_timeout = '${isPatient ? '0' : LOCK_TIMEOUT}'`,
      )
    },
    async commit(to: LogPosition | undefined) {
      await commitPosition({ ...opened, to })
      tables.committed()
    },
    async rollBack() {
      tables.clear()
      await session.query('ROLLBACK')
    },
    boundOf: (target) => boundOf(session, { ...key, target: parseRelationName(target) }),
    forgetCopy: (target) => forgetBound(session, { ...key, target: parseRelationName(target) }),
    apply: (recorded, application) => tables.apply(recorded, application),
    addColumns: (entity, target, columns) => tables.addColumns(entity, parseRelationName(target), columns),
    forget: (entity) => tables.forget(entity),
    abandon: () => session.abandon(),
  }
}
