import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { onlyRows, type RelationName, type RowsOwner, sqlName } from '../schema/relation-name.ts'
import { alteredRows } from './altered-rows.ts'
import { pastCollisions } from './exchanged-values.ts'
import { refuseFixed } from './fixed-values.ts'
import { looselyEqual } from './loose-keys.ts'
import { sameKey } from './same-key.ts'
import { targetChanged } from './table-definition.ts'
import { createStaging, isEmpty, lockFor, lockIn, type Widening, widenStatement } from './widening.ts'
import type { WriteStrategy } from './write-strategy.ts'

export interface RefillOptions {
  /** The columns that are written. */
  readonly columns: readonly string[]
  /** Identity columns that no UPDATE may set. */
  readonly identityAlways: readonly string[]
  /** Unique columns to match rows by; set if other tables refer to this one, because their rows must keep their references. */
  readonly mergeKey: readonly string[] | undefined
  /** See `sameKey`. */
  readonly apart: readonly string[]
  readonly widening: Widening
}

/**
 * The table itself stays, with all dependent objects, and its rows are replaced by DELETE and INSERT.
 * Not by TRUNCATE: a reader with an older snapshot would see an empty table. Readers are never blocked, only writers.
 */
export function refillStrategy(
  target: RowsOwner,
  stagingName: string,
  { columns, identityAlways, mergeKey, apart, widening }: RefillOptions,
): WriteStrategy {
  const [table, rowsThere] = [sqlName(target), onlyRows(target)]
  const staging = `pg_temp.${quoteIdentifier(stagingName)}`
  const list = columns.map(quoteIdentifier).join(', ')
  const insert = `INSERT INTO ${table} AS target (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM ${staging}`
  return {
    effect: 'refilled',
    staging,
    isNew: true,
    lock: lockFor(target, lockIn('SHARE ROW EXCLUSIVE', target), widening),

    stage: (session) => createStaging(session, target, stagingName, { columns, widening }),

    async build(session) {
      if (mergeKey)
        await session.query(
          `CREATE INDEX ON ${staging} (${mergeKey.map(quoteIdentifier).join(', ')}); ANALYZE ${staging}`,
        )
    },

    async publish(session, rows) {
      if (!isEmpty(widening)) await session.query(widenStatement(table, widening))
      const written = mergeKey ? await merge(session, mergeKey) : await replace(session)
      if (written !== rows) throw swallowed(target, rows, written)
      const altered = await alteredRows(session, { target, staged: staging, columns, count: rows })
      return altered && { altered }
    },
  }

  async function replace(session: PostgresSession): Promise<number> {
    // Since the plan was made: with the old rows, those that refer to them would be deleted or changed.
    const [row] = await session.query(`SELECT ${IS_POINTED_TO('$1::regclass')} AS found`, [table])
    if (row?.['found'] === 't') throw targetChanged(target)
    await session.query(`DELETE FROM ${rowsThere}`)
    await refuseKept(session, target, 'true')
    return session.execute(insert)
  }

  async function merge(session: PostgresSession, key: readonly string[]): Promise<number> {
    const same = sameKey(key, apart, 'target', 'staged')
    const isGone = `NOT EXISTS (SELECT FROM ${staging} AS staged WHERE ${same})`
    await session.query(`DELETE FROM ${rowsThere} AS target WHERE ${isGone}`)
    await refuseKept(session, target, isGone)
    const settable = columns.filter((name) => !identityAlways.includes(name)).map(quoteIdentifier)
    const update =
      settable.length > 0 ? `UPDATE SET ${settable.map((name) => `${name} = excluded.${name}`).join(', ')}` : 'NOTHING'
    const write = () => session.execute(`${insert} ON CONFLICT (${key.map(quoteIdentifier).join(', ')}) DO ${update}`)
    const written = { target, staged: staging, columns, key, apart }
    const rows = await pastCollisions(session, written, { write, first: async () => {} }).catch((error: unknown) => {
      throw isTwice(error) ? looselyEqual(`${target.schema}.${target.name}`, key, []) : error
    })
    await refuseFixed(session, { ...written, columns: identityAlways.filter((name) => columns.includes(name)) })
    return rows
  }
}

/** To look through deleted rows takes as long as to delete them, so only where a trigger or a rule could have kept some. */
async function refuseKept(session: PostgresSession, target: RowsOwner, isGone: string): Promise<void> {
  if ((await session.query(KEEPS_ROWS, [sqlName(target)])).length === 0) return
  const [found] = await session.query(`SELECT FROM ${onlyRows(target)} AS target WHERE ${isGone} LIMIT 1`)
  if (found) throw keptRows(target)
}

/** SQL: whether foreign keys refer to the table or to one of its partitions. */
export const IS_POINTED_TO = (oid: string) => `EXISTS (SELECT FROM pg_catalog.pg_constraint k
  WHERE k.contype = 'f' AND k.confrelid IN (SELECT ${oid} UNION ALL SELECT p.relid FROM pg_catalog.pg_partition_tree(${oid}) p))`

/** ON CONFLICT came to a row for the second time. Source: PostgreSQL, "Error Codes", cardinality_violation. */
const isTwice = (error: unknown) => error instanceof Error && 'code' in error && error.code === '21000'

/** Row triggers before a DELETE, also of partitions, rules for it, and row security. Source: `pg_trigger.h`, TRIGGER_TYPE_ROW, _BEFORE and _DELETE. */
const KEEPS_ROWS = `SELECT FROM pg_catalog.pg_trigger
    WHERE tgrelid IN (SELECT $1::regclass UNION SELECT relid FROM pg_catalog.pg_partition_tree($1::regclass)) AND tgtype & 11 = 11 AND tgenabled <> 'D'
  UNION ALL SELECT FROM pg_catalog.pg_rewrite WHERE ev_class = $1::regclass AND ev_type = '4'
  UNION ALL SELECT WHERE pg_catalog.row_security_active($1::regclass)`

/** The table still has rows that were deleted. */
const keptRows = ({ schema, name }: RelationName) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${schema}.${name} keeps rows that a run would replace; a trigger, a rule or row security of the table keeps them.`,
    hint: sentence`Nothing was changed. Change the trigger or the rule, or choose another target.`,
    retryable: true,
  })

/** The table has fewer rows than were inserted. */
export const swallowed = ({ schema, name }: RelationName, rows: number, written: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${schema}.${name} accepted only ${written} of ${rows} rows; a trigger or a rule of the table keeps rows out.`,
    hint: sentence`Nothing was changed. Change the trigger or the rule, or choose another target.`,
    retryable: true,
  })
