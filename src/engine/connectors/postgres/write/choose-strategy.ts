import { type Sentence, type SentenceValue, sentence } from '../../../../core/catalog/sentence.ts'
import { oneAfterAnother } from '../../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { isApart } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { entityName } from '../schema/relation-name.ts'
import { IS_POINTED_TO, refillStrategy } from './refill-strategy.ts'
import { describeHindrances, HINDRANCES_OF, UNKNOWN_SETTINGS } from './swap-hindrances.ts'
import { swapStrategy } from './swap-strategy.ts'
import type { Widening } from './widening.ts'
import type { WriteStrategy } from './write-strategy.ts'

/** The properties of existing tables that `chooseStrategy` needs. @returns them by the tables' numbers */
export async function tableFacts(
  session: PostgresSession,
  oids: readonly number[],
): Promise<ReadonlyMap<string, TextRow>> {
  const rows = await session.query(FACTS(session.major), [`{${oids.join(',')}}`])
  return new Map(rows.map((row) => [row['oid'] ?? '', row]))
}

interface ReplacedRows {
  /** The columns that are written. */
  readonly columns: readonly string[]
  readonly widening: Widening
  /** Whether rows that break a constraint are to be removed. */
  readonly checksRows: boolean
  readonly isDry: TargetRequest['isDry'] | undefined
}

interface Chosen {
  readonly strategy: WriteStrategy
  readonly notes: readonly Sentence[]
}

/** Decides how rows are written to an existing table: by a swap if that loses nothing, otherwise by a refill. @throws ConnectorError */
export function chooseStrategy(
  target: Relation,
  facts: TextRow | undefined,
  { columns, widening, checksRows, isDry }: ReplacedRows,
  stagingName: string,
): Chosen {
  const is = (name: string) => facts?.[name] === 't'
  const hindrances = facts?.['hindrances'] == null ? [] : describeHindrances(facts['hindrances'])
  // A copy of the definition would refuse rows that break a check while they arrive, together with all others.
  const inTheWay = checksRows && is('has_checks') ? [...hindrances, KEEPS_ROWS_ASIDE] : hindrances
  const why = oneAfterAnother(inTheWay)
  if (facts && !why) {
    const unknown = facts['unknown_settings']
    return {
      strategy: swapStrategy(target, stagingName, widening),
      notes: unknown ? [lossNote(entityName(target), unknown, isDry)] : [],
    }
  }
  const notes = [refillNote(entityName(target), why ?? '', isDry)]
  return {
    strategy: refill(target, facts, { columns, widening }, stagingName),
    notes,
  }
}

const lossNote = (table: string, unknown: string, isDry: ReplacedRows['isDry']): Sentence =>
  isDry
    ? sentence`${table} would lose settings of columns that Millrace does not know: ${unknown}.`
    : sentence`${table} loses settings of columns that Millrace does not know: ${unknown}.`

const refillNote = (table: string, why: SentenceValue, isDry: ReplacedRows['isDry']): Sentence =>
  isDry
    ? sentence`The rows of ${table} would be deleted and inserted, which takes two to three times as long as an exchange of the table. What prevents an exchange: ${why}`
    : sentence`The rows of ${table} are deleted and inserted, which takes two to three times as long as an exchange of the table. What prevents an exchange: ${why}`

/** @throws ConnectorError where the account or the table does not allow it */
function refill(
  target: Relation,
  facts: TextRow | undefined,
  { columns, widening }: Pick<ReplacedRows, 'columns' | 'widening'>,
  stagingName: string,
): WriteStrategy {
  const is = (name: string) => facts?.[name] === 't'
  if (!is('writable'))
    throw missing(target, sentence`GRANT SELECT, INSERT, DELETE, UPDATE ON the table, or make the account its owner.`)
  if (!is('temporary'))
    throw missing(target, sentence`GRANT TEMPORARY ON DATABASE, where rows wait until all have arrived.`)
  const isPointedTo = is('pointed_to')
  const key = JSON.parse(facts?.['merge_key'] ?? 'null') as readonly string[] | null
  if (isPointedTo && (key === null || !key.every((name) => columns.includes(name)))) throw unmergeable(target)
  return refillStrategy(target, stagingName, {
    columns,
    identityAlways: target.columns.filter(({ isIdentityAlways }) => isIdentityAlways).map(({ name }) => name),
    mergeKey: isPointedTo && key ? key : undefined,
    apart: target.columns.filter(isApart).map(({ name }) => name),
    widening,
  })
}

const KEEPS_ROWS_ASIDE = sentence`It has checks, and rows that break them are kept aside: remove the checks, or let such rows end the run.`

/** What `chooseStrategy` needs to know of tables. */
const FACTS = (major: number) => `
SELECT c.oid, ${HINDRANCES_OF(major)} AS hindrances, ${UNKNOWN_SETTINGS} AS unknown_settings,
  pg_catalog.has_table_privilege(c.oid, 'SELECT') AND pg_catalog.has_table_privilege(c.oid, 'INSERT')
    AND pg_catalog.has_table_privilege(c.oid, 'DELETE') AND pg_catalog.has_table_privilege(c.oid, 'UPDATE') AS writable,
  pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMPORARY') AS temporary,
  c.oid IN (SELECT k.confrelid FROM pg_catalog.pg_constraint k WHERE k.contype = 'f') OR (c.relkind = 'p' AND ${IS_POINTED_TO('c.oid')}) AS pointed_to,
  EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c') AS has_checks,
  (SELECT pg_catalog.json_agg(a.attname ORDER BY a.attnum) FROM (
      SELECT i.indrelid, i.indkey[0:i.indnkeyatts - 1] AS key FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indimmediate
        AND i.indpred IS NULL AND i.indexprs IS NULL
        AND (i.indisprimary OR i.indexrelid IN (SELECT k.conindid FROM pg_catalog.pg_constraint k WHERE k.contype = 'f'))
      ORDER BY i.indisprimary DESC LIMIT 1) i
    JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.key)) AS merge_key
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ANY ($1::oid[])`

const missing = ({ schema, name }: Relation, hint: Sentence) =>
  new ConnectorError({
    code: 'PERMISSION_MISSING',
    message: sentence`The account may not replace the rows of ${schema}.${name}.`,
    hint,
    object: { kind: 'table', schema, name },
    field: 'user',
  })

const unmergeable = ({ schema, name }: Relation) =>
  new ConnectorError({
    code: 'TARGET_IN_USE',
    message: sentence`Foreign keys of other tables point to ${schema}.${name}, and it has no primary key among the columns of the stream to match rows by.`,
    hint: sentence`Add the key columns to the stream, remove the foreign keys, or choose another target.`,
  })
