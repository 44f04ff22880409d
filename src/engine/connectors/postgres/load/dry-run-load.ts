import { defined } from '../../../../core/catalog/defined.ts'
import type { DryRunLoad, DryRunRows } from '../../../ports/dry-run.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { requireKey, sourceKey } from '../../shared/row-key.ts'
import { findStaged, tryQueries } from '../../shared/staged-rows-query.ts'
import { sqlLoad } from '../../sql/sql-load.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { copyInStatement } from '../rows/copy-statement.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { internalName, onlyRows, type RowsOwner } from '../schema/relation-name.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { targetError } from '../session/target-error.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { refuseEmptyKeys } from '../write/empty-keys.ts'
import { dropRepeated } from '../write/repeated-rows.ts'
import { createStaging } from '../write/widening.ts'
import { compareRows } from './compare-rows.ts'
import { copyIntake } from './copy-intake.ts'
import { askOnly, stagedTable } from './staged-table.ts'
import { vanishedSearch } from './vanished-search.ts'

export interface DryRunLoadOptions {
  readonly session: PostgresSession
  readonly plan: WritePlan
  readonly request: TargetRequest
  readonly target: RowsOwner
  readonly hasSchema: boolean
  readonly format: string
  readonly secret: string
}

/** Stages rows as a run would, in a transaction that is rolled back. @throws the server's own errors */
export async function openDryRunLoad(options: DryRunLoadOptions): Promise<DryRunLoad> {
  const { session, plan, request, target, hasSchema, format, secret } = options
  const { strategy, written } = plan
  try {
    await session.query('BEGIN')
    if (!hasSchema) await session.query(`CREATE SCHEMA ${quoteIdentifier(target.schema)}`)
    for (const statement of [...plan.lacking.statements, ...plan.givingWay]) await session.query(statement)
    const staging = strategy.isNew ? strategy.staging : await besideTheTarget(options)
    if (strategy.isNew) await strategy.stage(session)
    const table = stagedTable(staging, written)
    const { finds } = request
    if (finds) await tryQueries(askOnly(session), table, finds)
    const copy = await session.copyIn(copyInStatement(staging, written, format, strategy.isNew))
    const { vanishing } = plan
    const vanished = vanishing && vanishedSearch({ session, staging, vanishing, secret })
    const load = sqlLoad({
      intake: copyIntake(copy),
      ...defined({ vanished, find: finds && ((query, limit) => findStaged(askOnly(session), table, query, limit)) }),
      place: async () => ({}),
      abandon: () => session.abandon(),
      explain: targetError(target.name, secret),
    })
    return Object.assign(load, { compare: () => compare(options, staging) })
  } catch (error) {
    await session.abandon()
    throw error
  }
}

/** An append writes directly into the target, which must not change here. */
async function besideTheTarget({ session, plan, target }: DryRunLoadOptions): Promise<string> {
  const name = internalName('dry_run', target.schema, target.name)
  const widening = { added: [], retyped: [] }
  await createStaging(session, target, name, { columns: plan.written, widening })
  return `pg_temp.${quoteIdentifier(name)}`
}

async function compare(
  { session, plan, request, target, secret }: DryRunLoadOptions,
  staging: string,
): Promise<DryRunRows> {
  const { columns, key, mode } = request
  const unique = mode === 'upsert' ? requireKey(columns, key, request.target) : sourceKey(columns)
  const written = plan.written.map((name, index) => ({ name, type: plan.types[index] ?? 'text' }))
  const added = plan.isNew ? [] : written.map(({ name }) => name).filter((name) => isAdded(plan, name))
  const known = written.filter(({ name }) => !added.includes(name))
  const lost = plan.isNew ? [] : lostColumns(plan, request)
  const compared = [...written.map(({ name }) => name), ...lost]
  const { overlap } = request
  try {
    if (mode === 'upsert') await refuseEmptyKeys(session, { target, staging, key: unique })
    const repeated =
      overlap && !plan.isNew
        ? await dropRepeated(session, { staging, target: onlyRows(target), columns: known, overlap })
        : 0
    const result = await compareRows(
      session,
      defined({
        staging,
        target: plan.isNew ? undefined : withEmpty(onlyRows(target), added),
        mode,
        columns: compared,
        key: unique.every((name) => known.some((column) => column.name === name)) ? unique : [],
        vanishing: plan.vanishing,
      }),
    )
    await session.query('ROLLBACK')
    const { difference } = result
    return { ...result, difference: { ...difference, unchanged: difference.unchanged + repeated } }
  } catch (error) {
    throw postgresError(error, 'destination', secret)
  }
}

/** The columns of which replaced rows have no values any more, because the source does not have them. */
const lostColumns = ({ after, written }: WritePlan, { mode, drift }: TargetRequest): readonly string[] =>
  mode === 'replace'
    ? after.map(({ name }) => name).filter((name) => drift?.gone.includes(name) && !written.includes(name))
    : []

/** A table in which these columns are empty. */
const withEmpty = (table: string, names: readonly string[]): string =>
  names.length === 0
    ? table
    : `(SELECT *, ${names.map((name) => `NULL::text AS ${quoteIdentifier(name)}`).join(', ')} FROM ${table}) AS rows_of_table`

/** For a new column the table has no values to compare yet. */
const isAdded = ({ columns }: WritePlan, name: string) =>
  columns.some((column) => column.name === name && column.notes.includes('added'))
