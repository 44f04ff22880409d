import type { AskStaged, StagedTable } from '../../shared/staged-rows-query.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { OUR_SETTINGS, settingsOfPeople } from '../session/settings-of-people.ts'

export const stagedTable = (staging: string, columns: readonly string[]): StagedTable => ({
  staging,
  columns: columns.map(quoteIdentifier),
})

/** With a parameter, so that the server accepts one statement only. */
export const askOnly =
  (session: PostgresSession): AskStaged =>
  async (select, limit) => {
    await session.query(settingsOfPeople(session))
    const rows = await session.query(`${select} LIMIT $1`, [limit])
    // After an error the transaction does it.
    await session.query(OUR_SETTINGS)
    return rows
  }
