import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { INTERNAL_PREFIX, sqlName } from '../schema/table-name.ts'

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
    hint: sentence`Execute: GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, TRIGGER ON ${quoteIdentifier(database)}.* TO the account.`,
    field: 'user',
    object: { kind: 'database', name: database },
  })
}

/** Whether the server says that the account may not do this. */
export const isDenied = (error: unknown): boolean =>
  DENIED.includes(Number((error as { readonly errno?: unknown }).errno ?? 0))
