import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'
import { MOVED_TABLES, type MovedTable } from './moved-tables.ts'

/** A table of the store that comes along. */
export interface TableToMove {
  readonly name: string
  /** Those that are written at the new place. */
  readonly columns: string[]
  /** Those that the new store fills. */
  readonly own: string[]
  /** The order of its rows. */
  readonly key: string[]
}

/** A row on its way. */
export interface MovingRow {
  readonly content: string
  /** What is sealed in it, where that is, and its owner; null: nothing. */
  readonly sealed: SealedCredentials | null
  readonly place: string | null
  readonly owner: string | null
}

/** The people of the old installation, with their uids at the new one. */
export type KnownPeople = Readonly<Record<string, string>>

/** Those of `MOVED_TABLES`, as the store has them. */
export const describeTables = (query: Query): Promise<TableToMove[]> =>
  query<TableToMove>(
    `select relname::text as name,
       array(select attname::text from pg_attribute where attrelid = pg_class.oid and ${IS_COPIED} order by attnum) as columns,
       array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and not (${IS_COPIED}) order by attnum) as own,
       array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
         where indrelid = pg_class.oid and indisprimary order by array_position(indkey::int2[], attnum)) as key
     from pg_class where relnamespace = 'millrace'::regnamespace and relname = any($1)`,
    [Object.keys(MOVED_TABLES)],
  )

/** Computed columns compute themselves; numbers of rows and transactions are those of a store. */
const IS_COPIED = `attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' and atttypid <> 'xid8'::regtype
  and not (relname = 'runs' and attname = 'revision')`

const ruleOf = ({ name }: TableToMove): MovedTable => MOVED_TABLES[name] ?? {}

/** The row of either side without what differs between two stores. */
function plainRow(table: TableToMove): string {
  const { reset } = ruleOf(table)
  const own = table.own.map((column) => `'${column}'`).join(', ')
  const kept = own === '' ? `to_jsonb(${table.name})` : `(to_jsonb(${table.name}) - array[${own}]::text[])`
  return reset === undefined ? kept : `(${kept} || '${reset}')`
}

/** The row as it arrives at the new place. */
function rowToMove(table: TableToMove): string {
  const { people = [], knownPerson } = ruleOf(table)
  const named = people.reduce((row, place) => `with_people(${row}, '${place}', people)`, plainRow(table))
  return knownPerson === undefined
    ? named
    : `case when people ? ${knownPerson} then ${named} else jsonb_set(${named}, '{${knownPerson}}', 'null') end`
}

/** Without the key of what is sealed: each side has wrapped it with its own. */
function comparable(table: TableToMove, row: string): string {
  const { sealed } = ruleOf(table)
  return sealed
    ? `case when ${sealed.value} is null then ${row} else ${row} #- array_append((${sealed.path})::text[], 'key') end`
    : row
}

const fromTable = (table: TableToMove, organization: string, people: string) =>
  `from ${table.name}, (select ${people}::jsonb as people) as known where organization_id = ${organization} and ${ruleOf(table).where ?? 'true'}`

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The rows of a table at the old place, some at a time, in the order of its key. The store keeps them in a file meanwhile, so no
 * transaction stays open. @param skipped as many of the first rows have arrived
 */
export async function* readRows(
  query: Query,
  table: TableToMove,
  {
    organizationId,
    people,
    skipped,
    atOnce,
  }: {
    readonly organizationId: string
    readonly people: KnownPeople
    readonly skipped: number
    readonly atOnce: number
  },
): AsyncGenerator<MovingRow[]> {
  const { sealed } = ruleOf(table)
  await query(
    `declare moving cursor with hold for select ${rowToMove(table)}::text as content, (${sealed?.value ?? 'null'})::text as sealed,
       ${sealed?.path ?? 'null'} as place, (${sealed?.owner ?? 'null'})::text as owner
     ${fromTable(table, quoted(organizationId), quoted(JSON.stringify(people)))} order by ${table.key.join(', ')} offset ${skipped}`,
  )
  try {
    for (;;) {
      const rows = await query(`fetch ${atOnce} from moving`)
      if (rows.length === 0) return
      yield rows.map(({ content, sealed, place, owner }) => ({
        content: String(content),
        sealed: sealedIn(sealed),
        place: textIn(place),
        owner: textIn(owner),
      }))
    }
  } finally {
    await query('close moving')
  }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const sealedIn = (value: unknown): SealedCredentials | null => (typeof value === 'string' ? JSON.parse(value) : null)

/** Writes rows at the new place, in their order. */
export const writeRows = (query: Query, table: TableToMove, rows: readonly MovingRow[]): Promise<object[]> => {
  const columns = table.columns.map((column) => `"${column}"`)
  return query(
    `insert into ${table.name} (${columns.join(', ')}) select ${columns.map((column) => `filled.${column}`).join(', ')}
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as given(content, place, sealed, number),
       lateral jsonb_populate_record(null::${table.name},
         case when given.sealed is null then given.content::jsonb else jsonb_set(given.content::jsonb, given.place::text[], given.sealed::jsonb) end) as filled
     order by given.number`,
    [
      rows.map(({ content }) => content),
      rows.map(({ place }) => place),
      rows.map(({ sealed }) => sealed && JSON.stringify(sealed)),
    ],
  )
}

export interface TableSum {
  readonly rows: number
  /** Over all values of all rows, in whatever order. */
  readonly digest: string
}

/** Of the old place, as the rows should arrive. */
export const sumToMove = (
  query: Query,
  table: TableToMove,
  organizationId: string,
  people: KnownPeople,
): Promise<TableSum> =>
  sumOf(
    query,
    comparable(table, rowToMove(table)),
    fromTable(table, quoted(organizationId), quoted(JSON.stringify(people))),
  )

/** Of the new place. */
export const sumArrived = (query: Query, table: TableToMove, organizationId: string): Promise<TableSum> =>
  sumOf(
    query,
    comparable(table, plainRow(table)),
    `from ${table.name} where organization_id = ${quoted(organizationId)}`,
  )

async function sumOf(query: Query, row: string, source: string): Promise<TableSum> {
  const part = (begin: number) => `sum(('x' || substr(hash, ${begin}, 15))::bit(60)::bigint::numeric)`
  const [sum] = await query(
    `select count(*)::int as rows, coalesce(${part(1)} || ' ' || ${part(16)} || ' ' || ${part(31)}, '') as digest
     from (select encode(sha256(convert_to((${row})::text, 'UTF8')), 'hex') as hash ${source}) as hashed`,
  )
  return { rows: Number(sum?.['rows']), digest: String(sum?.['digest']) }
}

interface SealedInRow {
  readonly owner: string
  readonly sealed: SealedCredentials | null
}

/** What is sealed in the rows of a table at the new place, some at a time. */
export async function* listSealed(
  query: Query,
  table: TableToMove,
  organizationId: string,
): AsyncGenerator<SealedInRow> {
  const { sealed } = ruleOf(table)
  if (!sealed) return
  await query(
    `declare sealed cursor with hold for select (${sealed.owner})::text as owner, (${sealed.value})::text as sealed from ${table.name}
     where organization_id = ${quoted(organizationId)} and ${sealed.value} is not null`,
  )
  try {
    for (;;) {
      const rows = await query('fetch 200 from sealed')
      if (rows.length === 0) return
      yield* rows.map(({ owner, sealed: content }) => ({ owner: String(owner), sealed: sealedIn(content) }))
    }
  } finally {
    await query('close sealed')
  }
}
