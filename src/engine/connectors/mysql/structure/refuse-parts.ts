import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { StructurePart } from '../../../ports/table-structure.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { parseTableName, type TableName } from '../schema/table-name.ts'

/** @param own the connection's database. @returns why parts cannot be built on this server */
export async function refuseParts(
  session: MysqlSession,
  parts: readonly StructurePart[],
  own: string,
): Promise<ReadonlyMap<StructurePart, Sentence>> {
  const known = new Set(
    (await session.query('SELECT COLLATION_NAME AS name FROM information_schema.COLLATIONS')).map(({ name }) => name),
  )
  const taken = await takenNames(session)
  const functions = await functionsOf(session, own)
  const { isMariaDb } = session.facts
  return new Map(
    parts.flatMap((part) => {
      const table = parseTableName(part.table, own)
      const reason =
        (isMariaDb ? lackingInMariaDb(part) : undefined) ??
        lackingFunction(part, functions) ??
        lackingHere(part, table, { known, own }) ??
        (isMariaDb && part.kind === 'check' ? undefined : takenBy(part, table, taken))
      return reason ? [[part, reason] as const] : []
    }),
  )
}

function lackingInMariaDb(part: StructurePart): Sentence | undefined {
  if ('elements' in part && part.elements.some(({ sql }) => sql !== undefined))
    return sentence`MariaDB has no index over an expression.`
  if (part.kind === 'check' && !part.isChecked) return sentence`MariaDB has no checks that are not enforced.`
  return undefined
}

const functionsOf = async (session: MysqlSession, database: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await session.query(
        `SELECT LOWER(ROUTINE_NAME) AS name FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA = ?`,
        [database],
      )
    ).flatMap(({ name }) => name ?? []),
  )

function lackingFunction(part: StructurePart, functions: ReadonlySet<string>): Sentence | undefined {
  const lacking =
    part.kind === 'view'
      ? part.query.needs.find(({ address: [, [name = '']] }) => !functions.has(name.toLowerCase()))
      : undefined
  return lacking && sentence`It needs the ${lacking.name}, which the destination does not have.`
}

function lackingHere(
  part: StructurePart,
  { database }: TableName,
  { known, own }: { readonly known: ReadonlySet<string | null | undefined>; readonly own: string },
): Sentence | undefined {
  if (part.kind === 'collation' && !known.has(part.collation.sql))
    return sentence`The server does not know the collation ${part.collation.sql}.`
  if (part.kind === 'view' && database !== own) return sentence`Views come only into the database of the connection.`
  return undefined
}

/** Kinds that have a name once in a database, as the catalogue calls them; MariaDB has names of checks once in each table. */
const SHARED_NAMES: Partial<Record<StructurePart['kind'], string>> = { foreign_key: 'FOREIGN KEY', check: 'CHECK' }

/** The tables that have them, by kind, database and name. */
async function takenNames(session: MysqlSession): Promise<Map<string, string>> {
  const rows = await session.query(
    `SELECT CONSTRAINT_NAME AS own, TABLE_NAME AS name, CONSTRAINT_SCHEMA AS db, CONSTRAINT_TYPE AS type
     FROM information_schema.TABLE_CONSTRAINTS WHERE CONSTRAINT_TYPE IN ('FOREIGN KEY', 'CHECK')`,
  )
  return new Map(rows.map(({ type, db, own, name }) => [nameKey(type, db, own), name ?? '']))
}

const nameKey = (...words: readonly (string | null | undefined)[]) => JSON.stringify(words)

/** Takes the name for the table of the part. @returns that another table has it */
function takenBy(part: StructurePart, { database, name }: TableName, taken: Map<string, string>): Sentence | undefined {
  const type = SHARED_NAMES[part.kind]
  if (type === undefined) return undefined
  const key = nameKey(type, database, part.name)
  const taker = taken.get(key) ?? name
  if (taker !== name) return otherOfName(part.name)
  taken.set(key, name)
  return undefined
}

export const otherOfName = (name: string): Sentence =>
  sentence`The destination has another object with the name ${name}.`
