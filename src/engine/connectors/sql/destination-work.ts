import { inEnglish, type Sentence } from '../../../core/catalog/sentence.ts'
import type { ConnectorContext } from '../../ports/connector.ts'
import type { DatabaseCredentials } from './database-credentials.ts'
import { type Explained, explaining } from './explaining.ts'
import { KeptTargets, type TargetLocks } from './kept-targets.ts'
import { type PooledSession, SessionPool } from './session-pool.ts'

/** What all targets of a run at one database have in common. */
export interface DestinationWork<Session> {
  readonly credentials: DatabaseCredentials
  readonly context: ConnectorContext
  readonly sessions: SessionPool<Session & PooledSession>
  readonly kept: Pick<KeptTargets<Session & PooledSession>, 'keep' | 'holdIn' | 'handOver'>
  readonly explained: Explained
  /** Work in a session that nobody else uses at the same time. */
  readonly asking: <T>(work: (session: Session) => Promise<T>) => Promise<T>
  /** Reports to the user who waits, every text once. */
  readonly log: (message: Sentence) => void
  /** For work that is necessary even after the run was stopped. */
  readonly reconnect: () => Promise<Session>
}

interface Options<Session> extends Pick<DestinationWork<Session>, 'credentials' | 'context'> {
  readonly open: (context: ConnectorContext) => Promise<Session>
  readonly locks: TargetLocks<Session>
  readonly reconnectTimeoutMs: number
  readonly explain: (error: unknown) => Error
}

export function destinationWork<Session extends PooledSession>(
  session: Session,
  { credentials, context, open, locks, reconnectTimeoutMs, explain }: Options<Session>,
): DestinationWork<Session> {
  const sessions = new SessionPool(() => open(context), session)
  const explained = explaining(explain, context.signal)
  const logged = new Set<string>()
  return {
    credentials,
    context,
    sessions,
    kept: new KeptTargets(locks, sessions, () => open(context)),
    explained,
    asking: (work) => explained(() => sessions.through(work)),
    log: (message) => {
      const english = inEnglish(message)
      if (!logged.has(english)) context.log?.(message)
      logged.add(english)
    },
    reconnect: () => sessions.beside(() => open({ ...context, signal: AbortSignal.timeout(reconnectTimeoutMs) })),
  }
}
