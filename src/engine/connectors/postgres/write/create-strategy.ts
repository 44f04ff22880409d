import type { SourceColumn } from '../../../ports/source.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { INTERNAL_PREFIX, type RelationName, sqlName } from '../schema/relation-name.ts'
import { freeKeyName, holdNames } from './key-name.ts'
import type { PersistentStrategy } from './write-strategy.ts'

/** There is no target yet: the staging table gets the source's columns and key, and then the target's name. */
export function createStrategy(
  target: RelationName,
  columns: readonly SourceColumn[],
  stagingName: string,
): PersistentStrategy {
  const staging = sqlName({ schema: target.schema, name: stagingName })
  const key = columns
    .filter(({ keyPosition }) => keyPosition !== undefined)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
  return {
    effect: 'created',
    staging,
    isNew: true,
    isTarget: true,
    persistent: (name: string) => createStrategy(target, columns, name),
    async planKey() {
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
    async publish(session) {
      await session.query(`${holdNames(target)}; ALTER TABLE ${staging} RENAME TO ${quoteIdentifier(target.name)}`)
      if (key.length > 0) await renameKey(session, target)
      if (session.major >= 18) await renameNotNulls(session, target)
      return undefined
    },
  }
}

/** Gives required values the names that they would have without a staging table; from Postgres 18 on they have names. */
async function renameNotNulls(session: PostgresSession, target: RelationName): Promise<void> {
  const rows = await session.repeat(
    `SELECT k.conname AS name, pg_catalog.left($2 || '_' || a.attname, 54) || '_not_null' AS wanted FROM pg_catalog.pg_constraint k
       JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
     WHERE k.conrelid = pg_catalog.to_regclass($1) AND k.contype = 'n' AND pg_catalog.starts_with(k.conname::text, '${INTERNAL_PREFIX}')`,
    [sqlName(target), target.name],
  )
  const table = sqlName(target)
  const seen = new Set<string>()
  for (const { name, wanted } of rows) {
    if (name == null || wanted == null || seen.size === seen.add(wanted).size) continue
    await session.query(`ALTER TABLE ${table} RENAME CONSTRAINT ${quoteIdentifier(name)} TO ${quoteIdentifier(wanted)}`)
  }
}

/** Gives the key the name that it would have without a staging table. */
async function renameKey(session: PostgresSession, target: RelationName): Promise<void> {
  const free = await freeKeyName(session, target)
  const [row] = await session.repeat(
    `SELECT k.conname AS name FROM pg_catalog.pg_constraint k WHERE k.conrelid = pg_catalog.to_regclass($1) AND k.contype = 'p'`,
    [sqlName(target)],
  )
  if (!row?.['name'] || free === undefined) return
  await session.query(
    `ALTER TABLE ${sqlName(target)} RENAME CONSTRAINT ${quoteIdentifier(row['name'])} TO ${quoteIdentifier(free)}`,
  )
}

/** `table` as SQL. Keys are created after the rows. */
export const createStatement = (table: string, columns: readonly SourceColumn[]) =>
  `CREATE TABLE ${table} (${columns.map(columnDefinition).join(', ')})`

function columnDefinition({ name, type, nullable, expression }: SourceColumn): string {
  const generated = expression === undefined ? '' : ` GENERATED ALWAYS AS (${expression}) STORED`
  return `${quoteIdentifier(name)} ${type}${generated}${nullable ? '' : ' NOT NULL'}`
}
