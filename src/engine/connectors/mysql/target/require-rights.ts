import { grantedDatabase } from '../../../../core/catalog/granted-database.ts'
import type { TargetEffect } from '../../../../core/catalog/runs/target-effects.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, INTERNAL_PREFIX, sqlName, type TableName } from '../schema/table-name.ts'
import { isSameName } from './check-target.ts'

/**
 * What rows that wait in a table of ours need in its database, each with a statement that the server checks for the right and then refuses, because
 * its table does not exist or has the same column twice. Lists of rights would not do: they come from roles and patterns of names too.
 */
const PROBES = {
  SELECT: (table: string) => `SELECT 1 FROM ${table}`,
  INSERT: (table: string) => `INSERT INTO ${table} VALUES (1)`,
  CREATE: (table: string) => `CREATE TABLE ${table} (a INT, a INT)`,
  DROP: (table: string) => `DROP TABLE ${table}`,
  ALTER: (table: string) => `ALTER TABLE ${table} ADD a INT`,
} as const

export type NeededRight = keyof typeof PROBES

/** Denied for a database, for a table, for a column. */
const DENIED = [1044, 1142, 1143]

/** @throws ConnectorError with the statement that grants what the account lacks in the database of a target */
export async function requireRights(
  session: MysqlSession,
  database: string,
  needed: readonly NeededRight[],
): Promise<void> {
  const absent = sqlName({ database, name: `${INTERNAL_PREFIX}absent` })
  const lacking: NeededRight[] = []
  for (const right of needed) {
    if (await session.query(PROBES[right](absent)).then(() => false, isDenied)) lacking.push(right)
  }
  if (lacking.length === 0) return
  throw new ConnectorError({
    code: 'PERMISSION_MISSING',
    message: sentence`The account may not write to the database "${database}" as runs do, which collect rows in tables of their own there. It lacks: ${lacking.join(', ')}.`,
    hint: sentence`Execute: GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, TRIGGER ON ${quoteIdentifier(grantedDatabase(database))}.* TO the account.`,
    field: 'user',
    object: { kind: 'database', name: database },
  })
}

interface WrittenTarget {
  readonly table: TableName
  readonly effect: TargetEffect
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/**
 * What putting the rows in place in an existing table needs, by statements that the server explains and does not execute: otherwise it would refuse
 * them after all rows have come. @throws ConnectorError with the statement that grants what the account lacks
 */
export async function requireTableRights(session: MysqlSession, written: WrittenTarget): Promise<void> {
  const lacking: string[] = []
  for (const [right, statement] of tableProbes(written))
    if (await session.query(`EXPLAIN ${statement}`).then(() => false, isDenied)) lacking.push(right)
  if (lacking.length === 0) return
  const { table } = written
  throw new ConnectorError({
    code: 'PERMISSION_MISSING',
    message: sentence`The account may not write to ${entityName(table)} in this mode. It lacks: ${lacking.join(', ')}.`,
    hint: sentence`Execute: GRANT ${lacking.join(', ')} ON ${sqlName(table)} TO the account.`,
    field: 'user',
    object: { kind: 'table', schema: table.database, name: table.name },
    retryable: false,
  })
}

function tableProbes({ table, effect, columns, key }: WrittenTarget): readonly (readonly [string, string])[] {
  const [name, quoted] = [sqlName(table), columns.map(quoteIdentifier)]
  const rest = columns.filter((column) => !key.some((own) => isSameName(own, column))).map(quoteIdentifier)
  const changes = (rest.length > 0 ? rest : quoted).map((column) => `${column} = 1`)
  const insert = [
    'INSERT',
    `INSERT INTO ${name} (${quoted.join(', ')}) VALUES (${quoted.map(() => '1').join(', ')})`,
  ] as const
  switch (effect) {
    case 'appended':
      return [insert]
    case 'upserted':
      return [insert, ['UPDATE', `UPDATE ${name} SET ${changes.join(', ')} WHERE FALSE`]]
    case 'refilled':
      return [insert, ['DELETE', `DELETE FROM ${name} WHERE FALSE`]]
    default:
      return []
  }
}

/** Whether the server says that the account may not do this. */
export const isDenied = (error: unknown): boolean =>
  DENIED.includes(Number((error as { readonly errno?: unknown }).errno ?? 0))
