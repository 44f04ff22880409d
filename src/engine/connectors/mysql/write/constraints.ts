import type { Constraint } from '../../sql/constraint.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { Table } from '../schema/describe-tables.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'

/** The constraints of a table, the cheapest to check first. Those over expressions are left to the server. */
export async function constraintsOf(session: MysqlSession, table: Table): Promise<readonly Constraint[]> {
  return [
    ...(await checksOf(session, table)),
    ...(await uniqueOf(session, table)),
    ...(await foreignOf(session, table)),
  ]
}

const NOTHING = { expressions: [], definition: null, nullsAreEqual: false, referred: null } as const

/** The information schema spells them with escapes that no server reads again; SHOW CREATE TABLE does not. */
async function checksOf(session: MysqlSession, table: Table): Promise<readonly Constraint[]> {
  const [row] = await session.query(`SHOW CREATE TABLE ${sqlName(table)}`)
  return (row?.['Create Table'] ?? '').split('\n').flatMap((line): Constraint[] => {
    const definition = /\bCHECK \((.*)\),?$/.exec(line)?.[1]
    if (definition === undefined) return []
    const [, name = ''] = /^ *(?:CONSTRAINT )?`((?:[^`]|``)+)`/.exec(line) ?? []
    const columns = table.columns.map((column) => column.name)
    const used = columns.filter((column) => definition.includes(quoteIdentifier(column)))
    return [{ ...NOTHING, kind: 'check', name: name.replaceAll('``', '`'), columns: used, definition }]
  })
}

async function uniqueOf(session: MysqlSession, { database, name }: Table): Promise<readonly Constraint[]> {
  const rows = await session.query(
    `SELECT INDEX_NAME AS name, COLUMN_NAME AS col, SUB_PART AS part FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME = ? AND NON_UNIQUE = 0 ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
    [database, name],
  )
  return [...Map.groupBy(rows, (row) => row['name'] ?? '')].flatMap(([index, parts]): Constraint[] => {
    const columns = parts.flatMap(({ col }) => (col == null ? [] : [col]))
    if (columns.length < parts.length) return []
    const expressions = parts.map(({ col, part }) =>
      part == null ? quoteIdentifier(col ?? '') : `LEFT(${quoteIdentifier(col ?? '')}, ${Number(part)})`,
    )
    return [{ ...NOTHING, kind: 'unique', name: index, columns, expressions }]
  })
}

async function foreignOf(session: MysqlSession, { database, name }: Table): Promise<readonly Constraint[]> {
  const rows = await session.query(
    `SELECT CONSTRAINT_NAME AS name, COLUMN_NAME AS col, REFERENCED_TABLE_SCHEMA AS place, REFERENCED_TABLE_NAME AS other,
       REFERENCED_COLUMN_NAME AS there FROM information_schema.KEY_COLUMN_USAGE
     WHERE TABLE_SCHEMA = ? AND BINARY TABLE_NAME = ? AND REFERENCED_TABLE_NAME IS NOT NULL ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION`,
    [database, name],
  )
  return [...Map.groupBy(rows, (row) => row['name'] ?? '')].map(([constraint, parts]): Constraint => {
    const [first] = parts
    const [schema, table] = [first?.['place'] ?? '', first?.['other'] ?? '']
    return {
      ...NOTHING,
      kind: 'foreign',
      name: constraint,
      columns: parts.map(({ col }) => col ?? ''),
      referred: {
        name: `${schema}.${table}`,
        schema,
        table,
        columns: parts.map(({ there }) => there ?? ''),
        isItself: schema === database && table === name,
      },
    }
  })
}
