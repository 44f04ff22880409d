import type { Log } from '../host/log.ts'
import type { Database } from '../store/database/database.ts'
import {
  countProcesses,
  MOST_BESIDE_POOLER,
  MOST_SESSIONS,
  readFreeConnections,
} from '../store/database/session-room.ts'
import type { Role } from './config.ts'

interface Known {
  readonly config: { readonly role: Role; readonly poolerUrl?: string }
  readonly database: Pick<Database, 'asSystem'>
  readonly log: Pick<Log, 'warn'>
}

/** Told when a process starts, because calls and runs wait or fail only when much is done at once. Of other processes it is not known what they do. */
export async function warnOfFewSessions({ config: { role, poolerUrl }, database, log }: Known): Promise<void> {
  const { free, processes } = await database.asSystem(async (query) => ({
    free: await readFreeConnections(query),
    processes: await countProcesses(query),
  }))
  const others = Math.max(0, processes - 1)
  const needed =
    poolerUrl === undefined ? MOST_SESSIONS[role] + others * MOST_SESSIONS.api : (others + 1) * MOST_BESIDE_POOLER
  if (free >= needed) return
  log.warn('The database gives Millrace fewer sessions than it may need. Raise max_connections.', {
    sessions: free,
    needed,
    processes: others + 1,
  })
}
