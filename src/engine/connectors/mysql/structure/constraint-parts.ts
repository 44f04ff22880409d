import { createHash } from 'node:crypto'
import { defined } from '../../../../core/catalog/defined.ts'
import type { CheckPart, StructurePart } from '../../../ports/table-structure.ts'
import type { TextRow } from '../driver/mysql-session.ts'
import { entityName, type TableName } from '../schema/table-name.ts'
import { catalogExpression } from './catalog-expression.ts'
import { tableName } from './table-name-of.ts'

/** @param rows with the table's comment and collation */
export function tableParts(row: TextRow): readonly StructurePart[] {
  const own = { table: tableName(row), name: '', columns: [] }
  const { comment = '', collation } = row
  return [
    ...(collation == null
      ? []
      : [
          {
            ...own,
            kind: 'collation' as const,
            collation: { name: collation, sql: collation, address: ['collation', [collation], []] as const },
          },
        ]),
    ...(comment === '' || comment === null
      ? []
      : [{ ...own, kind: 'comment' as const, on: 'table' as const, text: comment }]),
  ]
}

/** Checks of MariaDB on a column have its name, and belong to its definition; `json_valid` is part of the type. */
export const checkParts = (rows: readonly TextRow[], isMariaDb: boolean): readonly StructurePart[] =>
  rows.flatMap((row) => {
    const { own: name, clause } = row
    if (name == null || clause == null || (isMariaDb && /^json_valid\(/.test(clause))) return []
    const sql = catalogExpression(clause, isMariaDb)
    const condition = { sql, needs: [] }
    const unnamed = unnamedCheck(row, name, isMariaDb)
    const columns = [...sql.matchAll(/`((?:[^`]|``)+)`/g)].map(([, column = '']) => column.replaceAll('``', '`'))
    return [
      defined({
        kind: 'check' as const,
        table: tableName(row),
        name,
        columns,
        condition,
        isChecked: row['enforced'] !== 'NO',
        isInherited: true,
        unnamed,
      }),
    ]
  })

/** MySQL names a check after its table and MariaDB after its column, or with a number. */
function unnamedCheck({ level, name: table }: TextRow, name: string, isMariaDb: boolean): string | undefined {
  if (isMariaDb) return level === 'Column' ? name : /^CONSTRAINT_(\d+)$/.exec(name)?.[1]
  return name.startsWith(`${table}_chk_`) ? /_chk_(\d+)$/.exec(name)?.[1] : undefined
}

/** MySQL has each name of a check once in a database, so those that a server has given follow the table. */
export function namedCheck(part: CheckPart, { name: table }: TableName): CheckPart {
  if (part.unnamed === undefined) return part
  const ending = `_chk_${part.unnamed}`
  return { ...part, name: `${shortName(table, LONGEST_NAME - ending.length)}${ending}` }
}

/** In characters. */
const LONGEST_NAME = 64

const DIGITS = 8

/** What is too long ends with a hash of all of it, so that names that differ stay different. */
function shortName(name: string, limit: number): string {
  if ([...name].length <= limit) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, DIGITS)
  return `${[...name].slice(0, limit - DIGITS - 1).join('')}_${hash}`
}

/** @param rows one per column of a foreign key, in its order */
export const foreignKeyParts = (rows: readonly TextRow[]): readonly StructurePart[] =>
  [...Map.groupBy(rows, (row) => `${tableName(row)}\0${row['own']}`).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const referred = entityName({ database: first['to_db'] ?? '', name: first['to_name'] ?? '' })
    return [
      {
        kind: 'foreign_key' as const,
        table: tableName(first),
        name: first['own'] ?? '',
        columns: own.flatMap((row) => row['col'] ?? []),
        referred: { table: referred, columns: own.flatMap((row) => row['to_col'] ?? []) },
        onUpdate: first['on_update'] ?? 'NO ACTION',
        onDelete: first['on_delete'] ?? 'NO ACTION',
        setColumns: [],
        isFull: false,
        deferral: 'none' as const,
        isChecked: true,
      },
    ]
  })
