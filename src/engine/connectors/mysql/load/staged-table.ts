import type { AskStaged, StagedTable } from '../../shared/staged-rows-query.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { WritePlan } from '../target/plan-write.ts'

export const stagedTable = (staging: string, { written }: Pick<WritePlan, 'written'>): StagedTable => ({
  staging,
  columns: written.map(({ column }) => quoteIdentifier(column.name)),
})

/** Sessions that write accept one statement at a time. */
export const asking =
  (session: MysqlSession): AskStaged =>
  (select, most) =>
    session.query(`${select} LIMIT ${most}`)
