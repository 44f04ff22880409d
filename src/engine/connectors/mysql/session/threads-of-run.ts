import type { DatabaseCredentials } from '../../sql/database-credentials.ts'

/** By the signal of the run and by server, so that numbers of another run or another server are not treated as those of the run. */
const threads = new WeakMap<AbortSignal, Map<string, Set<string>>>()

/** The sessions that a run has had at a server, by the server's numbers, so that a waiting run does not report itself as the holder. */
export function threadsOfRun(
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
