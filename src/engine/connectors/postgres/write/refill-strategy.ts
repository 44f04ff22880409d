import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { RelationName } from '../schema/relation-name.ts'
import { sqlName } from '../schema/relation-name.ts'
import { isEmpty, lockFor, stageBeside, type Widening, widenStatement } from './widening.ts'
import type { WriteStrategy } from './write-strategy.ts'

export interface RefillOptions {
  /** The columns that are written. */
  readonly columns: readonly string[]
  /** Identity columns that no UPDATE may set. */
  readonly identityAlways: readonly string[]
  /** Unique columns to match rows by; set if other tables refer to this one, because their rows must keep their references. */
  readonly mergeKey: readonly string[] | undefined
  readonly widening: Widening
}

/**
 * The table itself stays, with all dependent objects, and its rows are replaced by DELETE and INSERT.
 * Not by TRUNCATE: a reader with an older snapshot would see an empty table. Readers are never blocked, only writers.
 */
export function refillStrategy(
  target: RelationName,
  stagingName: string,
  { columns, identityAlways, mergeKey, widening }: RefillOptions,
): WriteStrategy {
  const table = sqlName(target)
  const staging = `pg_temp.${quoteIdentifier(stagingName)}`
  const list = columns.map(quoteIdentifier).join(', ')
  const insert = `INSERT INTO ${table} AS target (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staging}`
  return {
    effect: 'refilled',
    staging,
    isNew: true,
    lock: lockFor(target, 'SHARE ROW EXCLUSIVE', widening),

    stage: (session) => stageBeside(session, target, stagingName, { columns, widening }),

    async build(session) {
      if (mergeKey)
        await session.query(
          `CREATE INDEX ON ${staging} (${mergeKey.map(quoteIdentifier).join(', ')}); ANALYZE ${staging}`,
        )
    },

    async show(session, rows) {
      if (!isEmpty(widening)) await session.query(widenStatement(table, widening))
      const written = mergeKey ? await merge(session, mergeKey) : await replace(session)
      if (written !== rows) throw swallowed(target, rows, written)
      return undefined
    },
  }

  async function replace(session: PostgresSession): Promise<number> {
    await session.query(`DELETE FROM ${table}`)
    return session.execute(insert)
  }

  async function merge(session: PostgresSession, key: readonly string[]): Promise<number> {
    const same = key.map((name) => `target.${quoteIdentifier(name)} = staged.${quoteIdentifier(name)}`).join(' AND ')
    await session.query(
      `DELETE FROM ${table} AS target WHERE NOT EXISTS (SELECT FROM ${staging} AS staged WHERE ${same})`,
    )
    const settable = columns.filter((name) => !identityAlways.includes(name)).map(quoteIdentifier)
    const update =
      settable.length > 0 ? `UPDATE SET ${settable.map((name) => `${name} = excluded.${name}`).join(', ')}` : 'NOTHING'
    return session.execute(`${insert} ON CONFLICT (${key.map(quoteIdentifier).join(', ')}) DO ${update}`)
  }
}

/** The table has fewer rows than were inserted. */
export const swallowed = ({ schema, name }: RelationName, rows: number, written: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${schema}.${name} accepted only ${written} of ${rows} rows; a trigger or a rule of the table keeps rows out.`,
    hint: sentence`Nothing was changed. Change the trigger or the rule, or choose another target.`,
    retryable: true,
  })
