import type { MysqlSession } from '../driver/mysql-session.ts'
import { rowHash } from '../rows/row-hash.ts'
import { sqlName } from '../schema/table-name.ts'
import { DIGEST, type FollowingTarget, KIND, NUMBER, UNCHANGED } from './staging-table.ts'

const hashOf = ({ columns }: FollowingTarget) => rowHash(columns.map(({ name, own }) => ({ name, type: own.type })))

/**
 * Rows of a table without a key: of equal ones, as many go as the source has removed, which the staged rows have instead of their unchanged columns.
 * The rows of the target are read once, to find and count them, and once more to delete all of those of which none stays.
 * @returns how many have gone
 */
export async function takeRows(session: MysqlSession, following: FollowingTarget): Promise<number> {
  const { staging, target } = following
  const hash = hashOf(following)
  await session.query(`UPDATE ${staging} SET ${DIGEST} = ${hash} WHERE ${KIND} = 'd'`)
  const found = await session.query(
    `SELECT s.${NUMBER} AS number, s.${UNCHANGED} + 0 AS wanted, COUNT(*) AS there
     FROM (SELECT ${hash} AS digest FROM ${sqlName(target)}) t STRAIGHT_JOIN ${staging} s ON s.${DIGEST} = t.digest
     WHERE s.${KIND} = 'd' GROUP BY s.${NUMBER}, s.${UNCHANGED}`,
  )
  const some = found.filter(({ wanted, there }) => Number(there) > Number(wanted))
  let taken = 0
  // A statement can delete a number of rows only of one table.
  for (const { number, wanted } of some)
    taken += (
      await session.execute(
        `DELETE FROM ${sqlName(target)} WHERE ${hash} = (SELECT s.${DIGEST} FROM ${staging} s WHERE s.${NUMBER} = ${Number(number)}) LIMIT ${Number(wanted)}`,
      )
    ).affectedRows
  if (some.length === found.length) return taken
  const others =
    some.length > 0 ? ` AND s.${NUMBER} NOT IN (${some.map(({ number }) => Number(number)).join(', ')})` : ''
  // Without a join, because columns of both sides have the same names.
  const all = await session.execute(
    `DELETE FROM ${sqlName(target)} WHERE ${hash} IN (SELECT s.${DIGEST} FROM ${staging} s WHERE s.${KIND} = 'd'${others})`,
  )
  return taken + all.affectedRows
}
