import type { AskStaged, StagedTable } from '../../shared/staged-rows-query.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'

export const stagedTable = (staging: string, columns: readonly string[]): StagedTable => ({
  staging,
  columns: columns.map(quoteIdentifier),
})

/** With a parameter, so that the server accepts one statement only. */
export const askOnly =
  (session: PostgresSession): AskStaged =>
  (select, most) =>
    session.query(`${select} LIMIT $1`, [most])
