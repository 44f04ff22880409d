import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { inTurn } from '../../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import { equalKeysError } from '../../shared/equal-keys.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { sqlName, type TableName } from '../schema/table-name.ts'

/** A column of a unique index that compares only the beginning of its values. */
interface Beginning {
  readonly column: string
  /** In characters, or in bytes of a binary value. */
  readonly length: number
}

const beginningsOf = async (session: MysqlSession, { database, name }: TableName): Promise<readonly Beginning[]> => {
  const rows = await session.query(
    `SELECT COLUMN_NAME AS col, SUB_PART AS part FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME = ? AND NON_UNIQUE = 0 AND SUB_PART IS NOT NULL`,
    [database, name],
  )
  return rows.map(({ col, part }) => ({ column: col ?? '', length: Number(part) }))
}

/**
 * An index over the beginnings of keys would take a row for another one with the same beginning, and change it.
 * @param staging as SQL. @throws ConnectorError if a staged key is so long that this could happen
 */
export async function refuseLongKeys(session: MysqlSession, target: TableName, staging: string): Promise<void> {
  const beginnings = await beginningsOf(session, target)
  if (beginnings.length === 0) return
  const isLong = beginnings.map(({ column, length }) => `CHAR_LENGTH(${quoteIdentifier(column)}) >= ${length}`)
  const [found] = await session.query(`SELECT 1 AS found FROM ${staging} WHERE ${isLong.join(' OR ')} LIMIT 1`)
  if (!found) return
  throw new ConnectorError({
    code: 'KEY_NOT_UNIQUE',
    message: sentence`The unique index of ${target.name} compares only the beginning of the key, and keys are longer, so the server could update the wrong row: ${inTurn(beginnings.map(beginningText))}.`,
    hint: sentence`Nothing was changed. Create a unique index over whole values, for which a column can need the type VARCHAR or VARBINARY, or choose another key.`,
  })
}

/** Why the target has fewer keys than the source, which has each of them once. @param staging where the rows are, which has the key of the target */
export async function equalKeys(
  session: MysqlSession,
  {
    target,
    staging,
    key,
  }: { readonly target: TableName; readonly staging: TableName; readonly key: readonly string[] },
): Promise<ConnectorError> {
  const columns = await session.query(
    `SHOW FULL COLUMNS FROM ${sqlName(staging)} WHERE Field IN (${key.map(quoteLiteral).join(', ')})`,
  )
  const ignored = columns.flatMap(({ Field, Collation }): readonly Sentence[] => {
    const what = Collation == null ? undefined : ignoredBy(Collation)?.what
    return what ? [sentence`${Field ?? ''}: ${what}`] : []
  })
  const beginnings = (await beginningsOf(session, staging)).map(beginningText)
  const reasons = [...ignored, ...beginnings]
  return equalKeysError({
    target: target.name,
    key,
    reasons,
    remedy: sentence`a binary collation (such as utf8mb4_bin)`,
  })
}

const beginningText = ({ column, length }: Beginning): Sentence =>
  sentence`${column}: all but its first ${length} characters`
