import type { NeededObject, StructurePart } from '../../../ports/table-structure.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName } from '../schema/table-name.ts'

/**
 * The views of a database. The server writes their SQL without the name of the database if all of their tables are in it and it is the current one;
 * then the same text means the tables of another database.
 */
export async function viewParts(session: MysqlSession, database: string): Promise<readonly StructurePart[]> {
  const views = await session.query(
    `SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${quoteLiteral(database)} ORDER BY TABLE_NAME`,
  )
  const tables = await session.query(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${quoteLiteral(database)}`,
  )
  const names = tables.flatMap(({ name }) => name ?? [])
  const functions = await session.query(
    `SELECT ROUTINE_NAME AS name FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA = ${quoteLiteral(database)}`,
  )
  const parts: StructurePart[] = []
  for (const { name } of views) {
    // A view whose tables are gone, or that the account may not see, is not described.
    const [row] = await session.query(`SHOW CREATE VIEW ${quoteIdentifier(name ?? '')}`).catch(() => [])
    const [, list, sql] =
      /\bVIEW\s+(?:`(?:[^`]|``)+`\.)?`(?:[^`]|``)+`\s*(?:\(((?:`(?:[^`]|``)+`,?\s*)+)\)\s*)?AS\s+(.*)$/is.exec(
        row?.['Create View'] ?? '',
      ) ?? []
    if (name == null || sql === undefined) continue
    const reads = names.filter((table) => table !== name && sql.includes(quoteIdentifier(table)))
    parts.push({
      ...{
        kind: 'view',
        table: entityName({ database, name }),
        name: '',
        columns: [],
        options: optionsOf(row?.['Create View'] ?? ''),
      },
      query: {
        sql,
        needs: functions.flatMap(({ name: own }) =>
          sql.includes(`${quoteIdentifier(own ?? '')}(`) ? [neededFunction(own ?? '')] : [],
        ),
      },
      ...(row?.['collation_connection'] != null && { collation: row['collation_connection'] }),
      // MariaDB names the columns in the query itself.
      ...(list !== undefined && {
        names: [...list.matchAll(/`((?:[^`]|``)+)`/g)].map(([, column = '']) => column.replaceAll('``', '`')),
      }),
      reads: reads.map((table) => ({ table: entityName({ database, name: table }), columns: [] })),
    })
  }
  return parts
}

const neededFunction = (name: string): NeededObject => ({
  name: `function ${name}`,
  address: ['function', [name], []],
})

/** How it is computed and with whose rights, where that is not the usual. */
function optionsOf(definition: string): readonly string[] {
  const head = definition.slice(0, definition.search(/\bVIEW\b/i))
  const [, algorithm = 'UNDEFINED'] = /ALGORITHM=(MERGE|TEMPTABLE|UNDEFINED)/i.exec(head) ?? []
  return [
    ...(algorithm === 'UNDEFINED' ? [] : [`ALGORITHM = ${algorithm}`]),
    ...(/SQL SECURITY INVOKER/i.test(head) ? ['SQL SECURITY INVOKER'] : []),
  ]
}

/** A dump names the definer of each view. */
export async function definers(session: MysqlSession, database: string): Promise<readonly string[]> {
  const rows = await session.query(
    `SELECT DISTINCT DEFINER AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${quoteLiteral(database)} ORDER BY 1`,
  )
  return rows.flatMap(({ name }) => name ?? [])
}
