import type { DuckDBConnection } from '@duckdb/node-api'
import type { Condition, Operand } from '../../ports/pushdown.ts'
import type { RowSink } from '../../ports/source.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { withQueries } from '../columns/bind-columns.ts'
import { writingOf } from '../columns/field-writing.ts'
import { type BoundColumn, type Relation, ROW_NUMBER } from '../columns/relation.ts'
import { bindParameters } from '../duckdb/query-runner.ts'
import { quoteName } from '../duckdb/quote-sql.ts'
import { type Batch, BatchSink } from '../rows/batch-sink.ts'
import { STATEMENT_BYTES } from '../rows/batch-statement.ts'
import { loadRows } from '../rows/load-rows.ts'
import type { BoundJoin, BoundSteps } from './bind-steps.ts'
import { equalKeys } from './equal-keys.ts'

/** Rows of the other stream that are looked through where the source cannot look for keys. */
const MAX_PARTNER_ROWS = 1_000_000

/** Rows of the other stream that a sample may be joined to. */
const MAX_PARTNERS = 10_000

/** More keys are not sent to a source, which would have to read a long statement. */
const MAX_KEYS = 10_000

/** The rows of a stream that a sample needs. */
export interface PartnerQuestion {
  readonly entity: string
  readonly columns: readonly string[]
  /** True for every wanted row, and perhaps for others: a source that cannot use one ignores it. */
  readonly among: readonly Condition[]
}

/** Reads at least the wanted rows until the end, or until the signal stops it. Not `isWhole`: there are more. */
export type ReadPartners = (
  wanted: PartnerQuestion,
  sink: RowSink,
  signal: AbortSignal,
) => Promise<{ readonly rows: number; readonly isWhole: boolean }>

/** With which rows of its other stream a join was done. */
export interface JoinedRows {
  readonly stream: string
  /** Rows of the other stream that were looked through. */
  readonly read: number
  /** Every partner of the sample was found. */
  readonly isWhole: boolean
  /** Rows before the join that have a partner. */
  readonly matched: number
}

interface StepWorkContext {
  readonly salt: string
  readonly readPartners: ReadPartners
  readonly query: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Loads the rows of a join's other stream that have the keys of the rows before it. DuckDB decides which they are, because a source may
 * regard other values as equal. @throws ConnectorError, DuckDB's error, or the signal's reason
 */
export async function loadPartners(
  connection: DuckDBConnection,
  bound: BoundSteps,
  join: BoundJoin,
  { salt, readPartners, query }: StepWorkContext,
): Promise<JoinedRows> {
  const { stream, input, other, on } = join
  const parameters = { salt, left: bound.passLimit ?? 0 }
  const changed = (sql: string) => query(() => execute(connection, sql, parameters))
  const first = (sql: string) => query(async () => (await connection.runAndReadAll(sql)).getRowsJS())
  const ctes = withQueries(bound.queries)

  const keys = on.map(([mine, theirs]) => ({ mine: columnOf(input, mine), theirs: columnOf(other, theirs) }))
  const types = keys.map(({ mine }, at) => `k${at} ${mine.type.alias ?? String(mine.type)}`)
  await connection.run(`CREATE OR REPLACE TEMP TABLE wanted (${types.join(', ')})`)
  const own = keys.map(({ mine }) => quoteName(mine.name))
  const wanted = await changed(
    `INSERT INTO wanted ${ctes} SELECT DISTINCT ${own.join(', ')} FROM ${input.name} WHERE ${own.map((name) => `${name} IS NOT NULL`).join(' AND ')}`,
  )
  if (wanted === 0) return { stream: stream.entity, read: 0, isWhole: true, matched: 0 }

  const among = await conditionsOn(keys, first)
  await connection.run(`CREATE OR REPLACE TEMP TABLE partners AS FROM ${stream.table} LIMIT 0`)
  const load = await loadRows(connection, stream, query)
  const equalTo = (mineAs: (mine: BoundColumn, at: number) => string) =>
    keys
      .map(({ mine, theirs }, at) =>
        equalKeys({ sql: mineAs(mine, at), column: mine }, { sql: `others.${quoteName(theirs.name)}`, column: theirs }),
      )
      .join(' AND ')
  const areEqual = equalTo((_, at) => `wanted.k${at}`)
  const numbers = `SELECT others.${ROW_NUMBER} FROM ${other.name} AS others SEMI JOIN wanted ON ${areEqual}`
  let partners = 0
  const keep = async (batch: Batch) => {
    await load(batch)
    partners += await changed(`INSERT INTO partners ${ctes} SELECT * FROM ${stream.table} WHERE n IN (${numbers})`)
    await connection.run(`TRUNCATE ${stream.table}`)
    if (partners > MAX_PARTNERS) sink.stop()
  }
  const sink = new BatchSink(keep, { bytes: STATEMENT_BYTES, limit: MAX_PARTNER_ROWS })
  const columns = stream.columns.map(({ name }) => name)
  const stopped = AbortSignal.any([sink.enough, sink.failure])
  const { isWhole } = await readPartners({ entity: stream.entity, columns, among }, sink, stopped)
  const read = await sink.end({ isCut: !isWhole })
  await connection.run(`INSERT INTO ${stream.table} FROM partners`)

  const pairs = equalTo(({ name }) => `mine.${quoteName(name)}`)
  await connection.run('CREATE OR REPLACE TEMP TABLE matched (one BOOLEAN)')
  const matched = await changed(
    `INSERT INTO matched ${ctes} SELECT true FROM ${input.name} AS mine SEMI JOIN ${other.name} AS others ON ${pairs}`,
  )
  return { stream: stream.entity, read, isWhole: isWhole && !sink.enough.aborted, matched }
}

interface JoinedKey {
  readonly mine: BoundColumn
  readonly theirs: BoundColumn
}

/** The keys of the table `wanted`, by the columns of the other stream whose values a source can look for. */
async function conditionsOn(
  keys: readonly JoinedKey[],
  rowsOf: (sql: string) => Promise<readonly (readonly unknown[])[]>,
): Promise<readonly Condition[]> {
  const among: Condition[] = []
  for (const [at, { mine, theirs }] of keys.entries()) {
    if (mine.value.kind === 'float' || theirs.value.kind === 'float') continue
    const text = writingOf(theirs.type).text('k')
    const type = theirs.type.alias ?? String(theirs.type)
    const values = `SELECT DISTINCT ${text} AS v FROM (SELECT TRY_CAST(k${at} AS ${type}) AS k FROM wanted) WHERE k IS NOT NULL`
    const found = (await rowsOf(`${values} LIMIT ${MAX_KEYS + 1}`)).map(([value]) => String(value))
    const list = found.flatMap((value) => constantOf(theirs.value, value) ?? [])
    if (list.length === found.length && list.length > 0 && list.length <= MAX_KEYS)
      among.push({ kind: 'in', value: { kind: 'column', name: theirs.name }, list })
  }
  return among
}

/** @returns the number of rows that it wrote */
async function execute(
  connection: DuckDBConnection,
  sql: string,
  parameters: Parameters<typeof bindParameters>[1],
): Promise<number> {
  const statement = await connection.prepare(sql)
  bindParameters(statement, parameters)
  return (await statement.run()).rowsChanged
}

const NUMBER = /^-?\d*(\.\d+)?$/

/** A value beside a column of this kind; nothing if sources do not look for such values. */
function constantOf({ kind }: ValueType, text: string): Operand | undefined {
  switch (kind) {
    case 'integer':
    case 'decimal':
      return NUMBER.test(text) ? { kind: 'number', text } : undefined
    case 'boolean':
      return { kind: 'boolean', isTrue: text === 't' }
    case 'text':
    case 'uuid':
    case 'date':
      return { kind: 'text', text }
    case 'timestamp':
      return { kind: 'text', text: text.replace(/\+00$/, '') }
    default:
      return undefined
  }
}

/** The columns of a join were checked when it was bound. */
function columnOf({ columns }: Relation, name: string): BoundColumn {
  const found = columns.find((column) => column.name === name)
  if (!found) throw new Error(`"${name}" was checked before`)
  return found
}
