import { sentence } from '../../../../core/catalog/sentence.ts'
import type { LogPosition } from '../../../ports/change-source.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { lsnOf, timelineOf } from './log-position.ts'
import { logGap } from './slot.ts'

/**
 * A standby that was promoted may lack the last transactions of its primary, and a disk may have been set back: then the destination has rows that
 * the source does not have, and the server would pass over what it has written since under the same numbers.
 * @param session one that reads the log. @returns the timeline of the log. @throws ConnectorError `LOG_GAP`
 */
export async function requireTimeline(session: PostgresSession, from: LogPosition): Promise<number> {
  const { timeline, written } = await identifySystem(session)
  const end = timelineOf(from) === timeline ? written : await endOf(session, timelineOf(from), timeline)
  if (end === undefined || lsnOf(from) > lsnOf(end))
    throw logGap(
      sentence`the destination has changes up to ${from}, which the source has lost; it was set back, or a standby has taken its place`,
    )
  return timeline
}

/**
 * Source: PostgreSQL, "Streaming Replication Protocol", `TIMELINE_HISTORY`: each line has a timeline and where the next one left it.
 * @returns where a timeline of the past ended; nothing if the log does not come from it, or the server has no memory of it
 */
async function endOf(session: PostgresSession, past: number, timeline: number): Promise<string | undefined> {
  const [history] = await session.query(`TIMELINE_HISTORY ${timeline}`).catch(() => [])
  const lines = (history?.['content'] ?? '').split('\n').map((line) => line.trim().split(/\s+/))
  return lines.find(([number]) => number === String(past))?.[1]
}

/** @param session one that reads the log. @returns the timeline of the log, and the end of what is on the disk */
export async function identifySystem(
  session: PostgresSession,
): Promise<{ readonly timeline: number; readonly written: string }> {
  const [system] = await session.query('IDENTIFY_SYSTEM')
  return { timeline: Number(system?.['timeline'] ?? 1), written: system?.['xlogpos'] ?? '' }
}
