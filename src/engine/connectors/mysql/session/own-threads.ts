import type { DatabaseCredentials } from '../../shared/database-credentials.ts'

/** By a run's signal and by server, so that neither another run's nor another server's numbers are taken for the run's own. */
const threads = new WeakMap<AbortSignal, Map<string, Set<string>>>()

/** The sessions that a run has had at a server, by the numbers that the server gave them: a run that waits does not suspect itself. */
export function ownThreads(
  signal: AbortSignal,
  { host, port }: Pick<DatabaseCredentials, 'host' | 'port'>,
): Set<string> {
  const ofRun = threads.get(signal) ?? new Map<string, Set<string>>()
  threads.set(signal, ofRun)
  const place = JSON.stringify([host, port])
  const own = ofRun.get(place) ?? new Set()
  ofRun.set(place, own)
  return own
}
