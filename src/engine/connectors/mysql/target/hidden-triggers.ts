import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableName } from '../schema/table-name.ts'

/**
 * MySQL hides the triggers of a table from an account without the right TRIGGER, which would then be lost in an exchange of the table; MariaDB shows
 * them. No statement could be tried instead: with a binary log the server refuses those of triggers before it looks for the right.
 * @returns whether a table may have triggers that the account does not see
 */
export async function hiddenTriggers(session: MysqlSession): Promise<(table: TableName) => boolean> {
  if (session.facts.isMariaDb) return () => false
  // MySQL before 8 has no roles.
  const [row] = await session.query('SELECT CURRENT_ROLE() AS roles').catch(() => [])
  const roles = row?.['roles'] ?? 'NONE'
  const rows = await session.query(`SHOW GRANTS FOR CURRENT_USER()${roles === 'NONE' ? '' : ` USING ${roles}`}`)
  const grants = rows.map((grant) => grantIn(Object.values(grant)[0] ?? '')).filter((grant) => grant !== undefined)
  return (table) => {
    const own = grants.filter(({ covers }) => covers(table))
    return own.every(({ isRevoked }) => isRevoked) || own.some(({ isRevoked }) => isRevoked)
  }
}

const GRANT = /^(GRANT|REVOKE) (.+?) ON (?:TABLE )?(\*|`(?:[^`]|``)+`)\.(\*|`(?:[^`]|``)+`) (?:TO|FROM) /

function grantIn(text: string) {
  const [, verb, rights = '', database = '', name = ''] = GRANT.exec(text) ?? []
  if (!/\b(TRIGGER|ALL PRIVILEGES)\b/.test(rights)) return undefined
  const [databases, tables] = [likeName(database), likeName(name)]
  return {
    isRevoked: verb === 'REVOKE',
    covers: (table: TableName) => databases.test(table.database) && tables.test(table.name),
  }
}

/** A name of a grant is a pattern of LIKE. */
function likeName(quoted: string): RegExp {
  if (quoted === '*') return /^/
  const parts = quoted
    .slice(1, -1)
    .replaceAll('``', '`')
    .matchAll(/\\(.)|([%_])|(.)/gsu)
  const pattern = [...parts].map(([, escaped, wild, plain]) =>
    wild === undefined ? (escaped ?? plain ?? '').replace(/[$()*+.?[\\\]^{|}]/g, '\\$&') : wild === '%' ? '.*' : '.',
  )
  return new RegExp(`^${pattern.join('')}$`, 'isu')
}
