import type { Query } from '../database/database.ts'
import type { StoreSession } from '../database/store-session.ts'

/** A table of the store, with the columns whose values are copied. */
export interface StoreTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** What is in the store at one moment. */
export interface StoreContent {
  /** Each after the tables that it refers to. */
  readonly tables: readonly StoreTable[]
  /** The last values of sequences, by name. They are never lower than those in the rows. */
  readonly sequences: Readonly<Record<string, string>>
  readonly migrations: readonly string[]
  readonly organizations: number
}

/** Begins a transaction that sees the whole store as it is now, while others write; nothing if there is no store. */
export async function readContent(query: Query): Promise<StoreContent | undefined> {
  await query('begin transaction isolation level repeatable read, read only')
  await query('set local search_path = millrace')
  await query(`select set_config('millrace.system', 'on', true)`)
  const [found] = await query<{ isThere: boolean }>(
    `select to_regclass('millrace.migrations') is not null as "isThere"`,
  )
  if (!found?.isThere) return undefined
  return {
    tables: inOrderOfReference(await listTables(query), await listReferences(query)),
    sequences: await listSequences(query),
    migrations: (await listMigrationNames(query)).map(({ name }) => name),
    organizations: await countOrganizations(query),
  }
}

export const listMigrationNames = (query: Query) => query<{ name: string }>('select name from migrations order by name')

export async function countOrganizations(query: Query): Promise<number> {
  const [row] = await query<{ organizations: number }>('select count(*)::int as organizations from organizations')
  return row?.organizations ?? 0
}

export const copyTableOut = (session: StoreSession, table: StoreTable) =>
  session.copyOut(`copy millrace.${named(table)} to stdout`)

export const copyTableIn = (session: StoreSession, table: StoreTable) =>
  session.copyIn(`copy millrace.${named(table)} from stdin`)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const named = ({ name, columns }: StoreTable) => `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** A transaction id (xid8) means nothing in another cluster, and a computed column computes itself. */
export const listTables = (query: Query): Promise<StoreTable[]> =>
  query<StoreTable>(
    `select relname::text as name, array(
       select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
         and attgenerated = '' and atttypid <> 'xid8'::regtype order by attnum) as columns
     from pg_class where relnamespace = 'millrace'::regnamespace and relkind = 'r' and relname <> 'migrations' order by relname`,
  )

interface Reference {
  readonly table: string
  readonly refersTo: string
}

export const listReferences = (query: Query): Promise<Reference[]> =>
  query<Reference>(
    `select own.relname::text as "table", other.relname::text as "refersTo" from pg_constraint
     join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
     where contype = 'f' and own.relnamespace = 'millrace'::regnamespace and own.oid <> other.oid`,
  )

export async function listSequences(query: Query): Promise<Readonly<Record<string, string>>> {
  const rows = await query<{ name: string; last: string }>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = 'millrace' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Each table after those that it refers to. */
export function inOrderOfReference<Table extends Pick<StoreTable, 'name'>>(
  tables: readonly Table[],
  references: readonly Reference[],
): readonly Table[] {
  const ordered: Table[] = []
  const isPlaced = (name: string) => ordered.some((table) => table.name === name)
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name }) => !isPlaced(name) && references.every(({ table, refersTo }) => table !== name || isPlaced(refersTo)),
    )
    if (ready.length === 0) throw new Error('tables of the store refer to each other in a circle')
    ordered.push(...ready)
  }
  return ordered
}
