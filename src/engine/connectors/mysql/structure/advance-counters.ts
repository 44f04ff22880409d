import { defined } from '../../../../core/catalog/defined.ts'
import type { AdvancedNumbers, NumberedPart } from '../../../ports/structure-builder.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'
import { existingTable } from './existing-parts.ts'

/**
 * The next number is beyond those that the source has given; the server itself never gives one that a row had when it came.
 * @param last that the source has given. @returns nothing if the table has no counter
 */
export async function advanceCounter(
  session: MysqlSession,
  target: TableName,
  last: string | undefined,
): Promise<{ readonly before: bigint; readonly next: bigint } | undefined> {
  const existing = await existingTable(session, target)
  if (!existing || ![...existing.columns.values()].some(({ extra }) => /auto_increment/i.test(extra))) return undefined
  const { counter } = existing
  const next = last === undefined ? undefined : BigInt(last) + 1n
  if (next === undefined || counter >= next) return { before: counter, next: counter }
  await session.query(`ALTER TABLE ${sqlName(target)} AUTO_INCREMENT = ${next}`)
  return { before: counter, next }
}

/** Also beyond the rows: a change of a row gives it a number without a word to the counter. */
export async function advanceCounters(
  session: MysqlSession,
  parts: readonly NumberedPart[],
  parse: (table: string) => TableName,
): Promise<readonly AdvancedNumbers[]> {
  const advanced: AdvancedNumbers[] = []
  for (const part of parts) {
    const { table, name: column } = part
    try {
      const target = parse(table)
      const [row] = await session.query(
        `SELECT CAST(FLOOR(MAX(${quoteIdentifier(column)})) AS CHAR) AS used FROM ${sqlName(target)}`,
      )
      const reached = [row?.['used'], part.rules.last].flatMap((number) => (number == null ? [] : [BigInt(number)]))
      const last = reached.reduce(furthest, 0n)
      const counter = await advanceCounter(session, target, String(last))
      if (counter)
        advanced.push({ table, column, ...defined({ before: given(counter.before), last: given(counter.next) }) })
    } catch (error) {
      const problem = mysqlProblem(error, 'destination')
      if (problem.retryable) throw error
      advanced.push({ table, column, problem })
    }
  }
  return advanced
}

const furthest = (one: bigint, other: bigint): bigint => {
  if (one > other) return one
  return other
}

/** The last number before the next; none before the first. */
const given = (next: bigint): string | undefined => (next > 1n ? String(next - 1n) : undefined)
