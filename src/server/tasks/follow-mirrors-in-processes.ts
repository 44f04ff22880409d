import { sentence } from '../../core/catalog/sentence.ts'
import { wordsOf } from '../../core/catalog/words.ts'
import type { Log } from '../host/log.ts'
import type { Database } from '../store/database/database.ts'
import { releaseMirror } from '../store/mirrors/mirror-leases.ts'
import { accountOf } from '../store/organizations/call-rates.ts'
import type { FollowMirror } from '../worker/mirrors/follow-mirror.ts'
import { TaskProcessEnded } from './task-process-ended.ts'
import type { TaskProcesses } from './task-processes.ts'

interface Deps {
  readonly tasks: Pick<TaskProcesses, 'perform'>
  readonly database: Database
  readonly log: Log
}

/** Until somebody follows a mirror again whose process has ended, in milliseconds. */
const PAUSE_MS = 2_000

/** Follows each log in a process of its own. */
export const followMirrorsInProcesses =
  ({ tasks, database, log }: Deps): FollowMirror =>
  async (mirror, { enough, abort }) => {
    const account = await database.asSystem((query) => accountOf(query, mirror.organization_id))
    try {
      await tasks.perform({ kind: 'mirror', mirror }, { account, signal: abort, enough })
    } catch (error) {
      if (!(error instanceof TaskProcessEnded)) throw error
      if (error.reason !== 'stopped') log.error('The process of a mirror has ended.', error.fields)
      const message = sentence`The process that followed the log has ended. Another one goes on.`
      const problem = error.reason === 'stopped' ? undefined : { code: 'WORKER_LOST', ...wordsOf({ message }) }
      const state = { on: problem ? 'failing' : 'starting', paused: 'paused', off: 'stopping' } as const
      await database.asSystem((query) =>
        releaseMirror(query, mirror, { state: state[mirror.wanted], problem, pauseMs: problem && PAUSE_MS }),
      )
    }
  }
