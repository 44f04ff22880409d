import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { equalKeys } from '../write/equal-keys.ts'
import { type FollowingTarget, KIND, keyOf, sameKey } from './staging-table.ts'

/** After a refused row: @throws ConnectorError if the target takes two keys for one that the source tells apart */
export async function refuseEqualKeys(session: MysqlSession, following: FollowingTarget): Promise<void> {
  const { staging, target } = following
  const key = keyOf(following)
  const names = key.map(quoteIdentifier)
  const [staged] = await session.query(
    `SELECT 1 AS found FROM ${staging} WHERE ${KIND} <> 'd' GROUP BY ${names.join(', ')} HAVING COUNT(*) > 1 LIMIT 1`,
  )
  const loose = names.map((name) => `t.${name} = s.${name}`).join(' AND ')
  const [other] = await session.query(
    `SELECT 1 AS found FROM ${staging} s STRAIGHT_JOIN ${sqlName(target)} t ON ${loose} WHERE s.${KIND} <> 'd' AND NOT (${sameKey(following)}) LIMIT 1`,
  )
  if (staged || other) throw await equalKeys(session, { target, staging: target, key })
}
