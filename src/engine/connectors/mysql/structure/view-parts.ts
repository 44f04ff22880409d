import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { NeededObject, OmittedPart, StructurePart } from '../../../ports/table-structure.ts'
import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'

interface ReadViews {
  readonly parts: readonly StructurePart[]
  readonly left: readonly OmittedPart[]
}

/**
 * The views of a database. The server writes their SQL without the name of the database if all of their tables are in it and it is the current one;
 * then the same text means the tables of another database.
 */
export async function viewParts(session: MysqlSession, database: string): Promise<ReadViews> {
  const views = await session.query(
    `SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${quoteLiteral(database)} ORDER BY TABLE_NAME`,
  )
  const tables = await session.query(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${quoteLiteral(database)}`,
  )
  const names = tables.flatMap(({ name }) => name ?? [])
  const databases = (await session.query('SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA')).flatMap(
    ({ name }) => name ?? [],
  )
  const others = databases.filter((name) => name !== database)
  const functions = await session.query(
    `SELECT ROUTINE_NAME AS name FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA = ${quoteLiteral(database)}`,
  )
  const parts: StructurePart[] = []
  const left: OmittedPart[] = []
  for (const { name } of views) {
    const row = await described(session, name ?? '')
    const [, list, sql] =
      /\bVIEW\s+(?:`(?:[^`]|``)+`\.)?`(?:[^`]|``)+`\s*(?:\(((?:`(?:[^`]|``)+`,?\s*)+)\)\s*)?AS\s+(.*)$/is.exec(
        row?.['Create View'] ?? '',
      ) ?? []
    if (name == null) continue
    if (sql === undefined) {
      left.push({ kind: 'view', table: entityName({ database, name }), name: '', columns: [], reason: UNREADABLE })
      continue
    }
    const reads = names.filter((table) => table !== name && sql.includes(quoteIdentifier(table)))
    parts.push({
      kind: 'view',
      table: entityName({ database, name }),
      name: '',
      columns: [],
      options: optionsOf(row?.['Create View'] ?? ''),
      query: {
        sql,
        needs: functions.flatMap(({ name: own }) =>
          sql.toLowerCase().includes(`${quoteIdentifier(own ?? '').toLowerCase()}(`) ? [neededFunction(own ?? '')] : [],
        ),
      },
      ...definerOf(row?.['Create View'] ?? ''),
      ...defined({
        collation: row?.['collation_connection'] == null ? undefined : row['collation_connection'],
        // MariaDB names the columns in the query itself.
        names:
          list === undefined
            ? undefined
            : [...list.matchAll(/`((?:[^`]|``)+)`/g)].map(([, column = '']) => column.replaceAll('``', '`')),
      }),
      reads: [...reads.map((table) => ({ database, name: table })), ...readElsewhere(sql, others)].map((table) => ({
        table: entityName(table),
        columns: [],
      })),
    })
  }
  return { parts, left }
}

const UNREADABLE = sentence`At the source it cannot be read: the account may not see how it is computed, or what it reads is gone.`

/** MySQL still shows the SQL of a view whose tables are gone, but not its columns. */
async function described(session: MysqlSession, name: string): Promise<TextRow | undefined> {
  try {
    await session.query(`SHOW COLUMNS FROM ${quoteIdentifier(name)}`)
    return (await session.query(`SHOW CREATE VIEW ${quoteIdentifier(name)}`))[0]
  } catch (error) {
    if (mysqlProblem(error, 'source').retryable) throw error
    return undefined
  }
}

/** Tables of other databases, which the text names with their database. */
const readElsewhere = (sql: string, databases: readonly string[]): readonly TableName[] =>
  [...sql.matchAll(/\b(?:from|join)\s*\(*`((?:[^`]|``)+)`\.`((?:[^`]|``)+)`/gi)]
    .map(([, database = '', name = '']) => ({
      database: database.replaceAll('``', '`'),
      name: name.replaceAll('``', '`'),
    }))
    .filter(({ database }) => databases.includes(database))

const neededFunction = (name: string): NeededObject => ({
  name: `function ${name}`,
  address: ['function', [name], []],
})

function definerOf(definition: string): { readonly definer?: string } {
  const [, user, host] = /^[^(]*?\bDEFINER=`((?:[^`]|``)*)`@`([^`]*)`/i.exec(definition) ?? []
  return user === undefined ? {} : { definer: `${user.replaceAll('``', '`')}@${host}` }
}

/** How it is computed and with whose rights, where that is not the usual. */
function optionsOf(definition: string): readonly string[] {
  const head = definition.slice(0, definition.search(/\bVIEW\b/i))
  const [, algorithm = 'UNDEFINED'] = /ALGORITHM=(MERGE|TEMPTABLE|UNDEFINED)/i.exec(head) ?? []
  return [
    ...(algorithm === 'UNDEFINED' ? [] : [`ALGORITHM = ${algorithm}`]),
    ...(/SQL SECURITY INVOKER/i.test(head) ? ['SQL SECURITY INVOKER'] : []),
  ]
}
