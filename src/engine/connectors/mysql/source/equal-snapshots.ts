import { parsePlace } from '../changes/log-place.ts'
import { logIdentity, presentPlace, snapshotFile } from '../changes/present-place.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { markStart, renewSnapshot } from './begin-snapshot.ts'

/** How long an instant is looked for in which all sessions see the same; it is tried some hundred times a second. */
const PATIENCE_MS = 1_000

/**
 * Gives sessions one snapshot without any lock: the log of the server tells whether somebody has committed between the first of them and the last.
 * The log must have all transactions, see `hasWholeLog`.
 * @param sessions have each begun a snapshot, which is renewed. @returns whether they see the same rows. @throws the server's own errors
 */
export async function areEqual(sessions: readonly [MysqlSession, ...MysqlSession[]]): Promise<boolean> {
  const [keeper] = sessions
  const server = await logIdentity(keeper)
  const attempt = () => (keeper.facts.isMariaDb ? atOnePlace(sessions) : quietPlace(keeper, sessions, server))
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; )
    if ((await attempt()) !== undefined) return true
  await Promise.all(sessions.map(markStart))
  return false
}

/** MariaDB notes the place in its log with each snapshot, exactly. */
async function atOnePlace(sessions: readonly MysqlSession[]): Promise<string | undefined> {
  await Promise.all(sessions.map(renewSnapshot))
  const [place, ...others] = await Promise.all(sessions.map(snapshotFile))
  if (!place || others.some((other) => other?.file !== place.file || other.position !== place.position))
    return undefined
  await Promise.all(sessions.map(markStart))
  return place.file
}

/**
 * Somebody owns the id of a transaction until it is among the executed ones, which is a moment after a snapshot may see it. So if nobody owns one after
 * the snapshot, and none was added since the set was read before it, the set is exactly what the snapshot sees. Source: MySQL, `gtid_owned`
 */
export async function quietPlace(
  keeper: MysqlSession,
  sessions: readonly MysqlSession[],
  server: string,
): Promise<string | undefined> {
  const place = await presentPlace(keeper, server)
  await Promise.all(sessions.map(renewSnapshot))
  // In this order: what is owned no more has been added.
  const [row] = await keeper.query('SELECT @@global.gtid_owned AS owned')
  if (row?.['owned'] !== '') return undefined
  const after = await presentPlace(keeper, server)
  if (String(parsePlace(after).seen) !== String(parsePlace(place).seen)) return undefined
  await Promise.all(sessions.map(markStart))
  return place
}
