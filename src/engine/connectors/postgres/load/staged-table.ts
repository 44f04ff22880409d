import type { AskStaged, StagedTable } from '../../shared/staged-rows-query.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { NO_SEARCH_PATH, OWN_SEARCH_PATH } from '../driver/session-settings.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'

export const stagedTable = (staging: string, columns: readonly string[]): StagedTable => ({
  staging,
  columns: columns.map(quoteIdentifier),
})

/** With a parameter, so that the server accepts one statement only; names without a schema mean what they always mean to this account. */
export const askOnly =
  (session: PostgresSession): AskStaged =>
  async (select, most) => {
    await session.query(OWN_SEARCH_PATH)
    const rows = await session.query(`${select} LIMIT $1`, [most])
    // After an error the transaction does it.
    await session.query(NO_SEARCH_PATH)
    return rows
  }
