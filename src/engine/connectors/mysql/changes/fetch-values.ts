import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { before, FETCHED, type FollowingTarget, KIND, keyOf, sameKey, UNCHANGED } from './staging-table.ts'

/**
 * Staged rows take what the log does not contain from the target, before anything is removed there; those of the kind `i` had another key. Rows
 * that are not found keep their mark. In two statements, because the server gives no order in which values are assigned.
 */
export async function fetchValues(session: MysqlSession, following: FollowingTarget, kind: 'i' | 'u'): Promise<void> {
  const { staging, target, columns } = following
  const key = new Set(keyOf(following))
  const changes = columns.flatMap(({ name }, place) => {
    if (key.has(name)) return []
    const column = quoteIdentifier(name)
    return [`s.${column} = IF(FIND_IN_SET('${place}', s.${UNCHANGED}) > 0, t.${column}, s.${column})`]
  })
  const same = kind === 'i' ? sameKey(following, (_, index) => `s.${before(index)}`) : sameKey(following)
  await session.query(
    `UPDATE ${staging} s STRAIGHT_JOIN ${sqlName(target)} t ON ${same} SET ${[...changes, `s.${FETCHED} = TRUE`].join(', ')}
     WHERE s.${KIND} = '${kind}' AND s.${UNCHANGED} <> ''`,
  )
  await session.query(`UPDATE ${staging} SET ${UNCHANGED} = '', ${FETCHED} = NULL WHERE ${FETCHED}`)
}
