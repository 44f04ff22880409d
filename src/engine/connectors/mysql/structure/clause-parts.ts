import { sentence } from '../../../../core/catalog/sentence.ts'
import type { OmittedPart } from '../../../ports/table-structure.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { entityName, sqlName, type TableName } from '../schema/table-name.ts'

/** Settings that no other statement of the server shows, of columns, of indexes and of tables. */
const CLAUSES = {
  column:
    /\b(?:COLUMN_FORMAT \w+|STORAGE (?:DISK|MEMORY)|COMPRESSED|WITH(?:OUT)? SYSTEM VERSIONING|GENERATED ALWAYS AS ROW \w+|(?:SECONDARY_)?ENGINE_ATTRIBUTE)/g,
  key: /\b(?:USING \w+|KEY_BLOCK_SIZE=\d+|WITH PARSER `\w+`|WITHOUT OVERLAPS|(?:SECONDARY_)?ENGINE_ATTRIBUTE)/g,
  table:
    /\b(?:TABLESPACE `[^`]+`|WITH SYSTEM VERSIONING|AUTOEXTEND_SIZE=\d+|SECONDARY_ENGINE=\w+|(?:SECONDARY_)?ENGINE_ATTRIBUTE)/g,
  period: /PERIOD FOR .*\)/g,
} as const

/** @returns what only the definitions of tables say and does not come. @throws the server's own errors */
export async function clauseParts(
  session: MysqlSession,
  tables: readonly TableName[],
): Promise<readonly OmittedPart[]> {
  const found: OmittedPart[] = []
  for (const table of tables) {
    const [row] = await session.query(`SHOW CREATE TABLE ${sqlName(table)}`)
    found.push(...clausesOf(row?.['Create Table'] ?? '', entityName(table)))
  }
  return found
}

/** @param definition as `SHOW CREATE TABLE` writes it */
export const clausesOf = (definition: string, table: string): readonly OmittedPart[] =>
  definition
    .replace(TEXT, `''`)
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [name, clauses] = partsOf(line)
      if (clauses.length === 0) return []
      const reason = sentence`These settings do not come: ${clauses.join(', ')}.`
      return [{ kind: 'setting', table, name, columns: [], reason }]
    })

/** Comments and values may have any words in them. */
const TEXT = /'(?:[^'\\]|''|\\.)*'/gs

function partsOf(line: string): readonly [name: string, clauses: readonly string[]] {
  const [, column] = /^ {2}`((?:[^`]|``)+)` /.exec(line) ?? []
  if (column !== undefined) return [column.replaceAll('``', '`'), line.match(CLAUSES.column) ?? []]
  const [, key] = /^ {2}(?:\w+ )*KEY (?:`((?:[^`]|``)+)` )?/.exec(line) ?? [undefined, undefined]
  if (/^ {2}(?:\w+ )*KEY /.test(line)) return [key?.replaceAll('``', '`') ?? 'PRIMARY', line.match(CLAUSES.key) ?? []]
  return ['', line.match(line.startsWith(')') ? CLAUSES.table : CLAUSES.period) ?? []]
}
