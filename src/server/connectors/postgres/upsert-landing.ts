import { ConnectorError } from '../connector.ts'
import type { Landing } from './landing.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import type { RelationName } from './relation-name.ts'
import { sqlName } from './relation-name.ts'
import { isEmpty, lockFor, stageBeside, type Widening, widenStatement } from './widening.ts'

export interface UpsertOptions {
  /** The columns that are written. */
  readonly columns: readonly string[]
  /** Columns that tell rows apart; the table has a unique index over them. */
  readonly key: readonly string[]
  /** Columns of identities that no UPDATE may set. */
  readonly identityAlways: readonly string[]
  /** Makes the table first, where there is none yet. */
  readonly create?: readonly string[]
  readonly widening: Widening
}

/**
 * Rows take the place of those with the same key, or come after them. Of several rows with one key the last one read stays.
 * Readers are never blocked.
 */
export function upsertLanding(
  target: RelationName,
  stagingName: string,
  { columns, key, identityAlways, create = [], widening }: UpsertOptions,
): Landing {
  const table = sqlName(target)
  const staging = `pg_temp.${quoteIdentifier(stagingName)}`
  const list = columns.map(quoteIdentifier).join(', ')
  const keys = key.map(quoteIdentifier).join(', ')
  const settable = columns.filter((name) => !key.includes(name) && !identityAlways.includes(name)).map(quoteIdentifier)
  const update =
    settable.length > 0 ? `UPDATE SET ${settable.map((name) => `${name} = excluded.${name}`).join(', ')}` : 'NOTHING'
  return {
    effect: create.length > 0 ? 'created' : 'upserted',
    staging,
    isNew: true,
    ...(create.length === 0 && { lock: lockFor(target, 'ROW EXCLUSIVE', widening) }),

    async stage(session) {
      for (const statement of create) await session.query(statement)
      await stageBeside(session, target, stagingName, { columns, widening })
    },

    async build() {},

    async show(session) {
      const [row] = await session.query(
        `SELECT 1 AS found FROM ${staging} WHERE ${key.map((name) => `${quoteIdentifier(name)} IS NULL`).join(' OR ')} LIMIT 1`,
      )
      if (row) throw keyIsNull(target, key)
      if (!isEmpty(widening)) await session.query(widenStatement(table, widening))
      await session.execute(
        `INSERT INTO ${table} AS target (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM (SELECT DISTINCT ON (${keys}) * FROM ${staging} ORDER BY ${keys}, ctid DESC) staged
         ON CONFLICT (${keys}) DO ${update}`,
      )
    },
  }
}

const keyIsNull = ({ schema, name }: RelationName, key: readonly string[]) =>
  new ConnectorError({
    code: 'KEY_IS_NULL',
    message: `Rows came for ${schema}.${name} that have no value in their key (${key.join(', ')}).`,
    hint: 'Nothing was changed. Choose a key that every row has.',
    retryable: false,
  })
