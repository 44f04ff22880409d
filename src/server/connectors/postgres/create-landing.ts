import type { SourceColumn } from '../source.ts'
import type { LastingLanding } from './landing.ts'
import type { PostgresSession } from './postgres-session.ts'
import { quoteIdentifier, quoteLiteral } from './quote-identifier.ts'
import type { RelationName } from './relation-name.ts'
import { sqlName } from './relation-name.ts'

/** The longest name that Postgres keeps whole, in bytes. */
const LONGEST_NAME = 63

/** Chosen once for this product: the names that tables and keys are about to take. */
const NAME_LOCK = 7_061_980

/** There is no target yet: the staging table gets the source's columns and key, and then the target's name. */
export function createLanding(
  target: RelationName,
  columns: readonly SourceColumn[],
  stagingName: string,
): LastingLanding {
  const staging = sqlName({ schema: target.schema, name: stagingName })
  const key = columns
    .filter(({ keyPosition }) => keyPosition !== undefined)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
  return {
    effect: 'created',
    staging,
    isNew: true,
    lasting: (name: string) => createLanding(target, columns, name),
    async recall() {
      return createStatement(staging, columns)
    },
    async stage(session) {
      await session.query(createStatement(staging, columns))
    },
    async build(session) {
      if (key.length > 0)
        await session.query(
          `ALTER TABLE ${staging} ADD PRIMARY KEY (${key.map(({ name }) => quoteIdentifier(name)).join(', ')})`,
        )
    },
    async show(session) {
      await session.query(`${holdNames(target)}; ALTER TABLE ${staging} RENAME TO ${quoteIdentifier(target.name)}`)
      if (key.length > 0) await renameKey(session)
      return undefined
    },
  }

  /** Gives the key the name Postgres would have given it: the first that is free. */
  async function renameKey(session: PostgresSession): Promise<void> {
    const names = Array.from({ length: 10 }, (_, n) => keyName(target, n))
    const [row] = await session.query(
      `SELECT k.conname AS name, (SELECT n FROM pg_catalog.json_array_elements_text($2::json) WITH ORDINALITY w(n, rank)
         WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.relname = w.n AND c.relnamespace = k.connamespace)
         ORDER BY rank LIMIT 1) AS free
       FROM pg_catalog.pg_constraint k WHERE k.conrelid = pg_catalog.to_regclass($1) AND k.contype = 'p'`,
      [sqlName(target), JSON.stringify(names)],
    )
    if (!row?.['name'] || !row['free']) return
    await session.query(
      `ALTER TABLE ${sqlName(target)} RENAME CONSTRAINT ${quoteIdentifier(row['name'])} TO ${quoteIdentifier(row['free'])}`,
    )
  }
}

function keyName({ name }: RelationName, n = 0): string {
  const suffix = `_pkey${n === 0 ? '' : n}`
  return clip(name, LONGEST_NAME - suffix.length) + suffix
}

/**
 * Keeps the names that come with a table (its own, its key's, and that of the type of its arrays) until the transaction ends.
 * Of two tables that are shown at the same time and ask for one name, the second waits, and then sees what the first has taken.
 */
function holdNames(target: RelationName): string {
  const names = [target.name, clip(`_${target.name}`, LONGEST_NAME), keyName(target)]
  // In one order, so that two never wait for each other.
  const locks = [...new Set(names)]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => quoteLiteral(sqlName({ ...target, name })))
  return locks
    .map((name) => `SELECT pg_catalog.pg_advisory_xact_lock(${NAME_LOCK}, pg_catalog.hashtext(${name}))`)
    .join('; ')
}

/** `table` as SQL. Keys come after the rows. */
export const createStatement = (table: string, columns: readonly SourceColumn[]) =>
  `CREATE TABLE ${table} (${columns.map(columnDefinition).join(', ')})`

function columnDefinition({ name, type, nullable, expression }: SourceColumn): string {
  const generated = expression === undefined ? '' : ` GENERATED ALWAYS AS (${expression}) STORED`
  return `${quoteIdentifier(name)} ${type}${generated}${nullable ? '' : ' NOT NULL'}`
}

/** The longest beginning of a text that fits into so many bytes without cutting a character. */
function clip(text: string, bytes: number): string {
  let clipped = ''
  let length = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    clipped += character
  }
  return clipped
}
