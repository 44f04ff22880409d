import type { ChangeSession } from '../../sql/changes/change-session.ts'
import type { ReferencesWithin } from '../../sql/changes/references-within.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type FenceKey, refuseStale } from '../fence/fence.ts'
import type { TableName } from '../schema/table-name.ts'
import { ComingColumns } from './coming-columns.ts'
import { boundOf, commitPosition, forgetBound } from './commit-position.ts'
import { FollowedTargets } from './followed-targets.ts'

/** In seconds. Who locks a table of the destination longer lets it wait, not the mirror. */
const LOCK_TIMEOUT = 2

/** For locks of our own tables. */
const PATIENT = 86_400

interface OpenedSession {
  readonly session: MysqlSession
  readonly key: FenceKey
  readonly secret: string
  readonly references: ReferencesWithin
  /** @param target in the destination's notation */
  readonly parse: (target: string) => TableName
  readonly reconnect: () => Promise<MysqlSession>
  readonly signal: AbortSignal
}

export async function mysqlChangeSession(opened: OpenedSession): Promise<ChangeSession> {
  const { session, key, secret, references, parse } = opened
  const [row] = await session.query('SELECT @@local_infile AS local_files')
  const targets = new FollowedTargets(session, { takesInfile: row?.['local_files'] === '1', secret, references, parse })
  const coming = new ComingColumns(session, secret)
  let patience: number | undefined
  return {
    async begin(isPatient) {
      if (await coming.forgetDefaults()) patience = undefined
      const seconds = isPatient ? PATIENT : LOCK_TIMEOUT
      if (patience !== seconds)
        await session.query(`SET SESSION lock_wait_timeout = ${seconds}, innodb_lock_wait_timeout = ${seconds}`)
      patience = seconds
      await session.query('START TRANSACTION')
    },
    async commit(to) {
      await commitPosition({ ...opened, to })
      coming.committed()
    },
    async rollBack() {
      coming.rolledBack()
      await session.query('ROLLBACK')
    },
    boundOf: (target) => boundOf(session, { ...key, target: parse(target) }),
    forgetCopy: (target) => forgetBound(session, { ...key, target: parse(target) }),
    apply: (recorded, application) => targets.apply(recorded, application),
    async addColumns(entity, _, columns) {
      coming.require(entity, columns)
      return []
    },
    async prepareColumns(entity, target, columns) {
      await refuseStale(session, key)
      patience = undefined
      await coming.prepare(entity, parse(target), columns)
    },
    forget: (entity) => {
      coming.forget(entity)
      return targets.forget(entity)
    },
    abandon: () => session.abandon(),
  }
}
