import { first, type Query } from '../database/database.ts'

/** After a failure, or the death of the process, the next attempt begins this much later. */
const NEXT_TRY = `interval '1 hour'`

/**
 * Claims the backup of today (UTC, by the database's clock) for the caller: of many processes one gets it.
 * @returns the day as `2026-11-25`; nothing if it is done, or if somebody else has tried it within the last hour
 */
export async function claimDailyBackup(query: Query): Promise<string | undefined> {
  const claimed = await first(
    query<{ day: string }>(
      `insert into daily_backups as backup (tried_at) values (now())
       on conflict (only_one) do update set tried_at = now()
         where backup.tried_at < now() - ${NEXT_TRY} and coalesce(backup.finished_at, '-infinity') < date_trunc('day', now(), 'UTC')
       returning to_char(tried_at at time zone 'UTC', 'YYYY-MM-DD') as day`,
    ),
  )
  return claimed?.day
}

/** The caller is still writing. */
export const holdDailyBackup = (query: Query): Promise<object[]> => query('update daily_backups set tried_at = now()')

export const finishDailyBackup = (query: Query): Promise<object[]> =>
  query('update daily_backups set finished_at = now()')
