import { defined } from '../../../../core/catalog/defined.ts'
import { grantedDatabase } from '../../../../core/catalog/granted-database.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { DryRunLoad, DryRunRows } from '../../../ports/dry-run.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { requireKey, sourceKey } from '../../shared/row-key.ts'
import { type AskStaged, checkNotExecutable, findStaged } from '../../shared/staged-rows-query.ts'
import { sqlLoad } from '../../sql/sql-load.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import type { ComparedColumn } from '../rows/row-hash.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { INTERNAL_PREFIX, sqlName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import { WRITING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { refuseEmptyKeys } from '../write/empty-keys.ts'
import { dropRepeated } from '../write/repeated-rows.ts'
import { stageVanished, vanishedTables } from '../write/vanished-rows.ts'
import { compareRows } from './compare-rows.ts'
import { datesOf, type LoadContext, openIntake, textOf } from './load-context.ts'
import { asking, stagedTable } from './staged-table.ts'
import { textIntake } from './text-intake.ts'
import { vanishedSearch } from './vanished-search.ts'

/** A temporary table cannot have partitions: ER_PARTITION_NO_TEMPORARY in MySQL, ER_ILLEGAL_HA_CREATE_OPTION in MariaDB. */
const PARTITIONED: readonly unknown[] = [1562, 1478]

/** The account has no permission for this in that database: ER_DBACCESS_DENIED_ERROR. */
const DENIED = 1044

/** Our reads of the target must not lock its rows; a CREATE TABLE … SELECT locks them in the default isolation level. */
const WITHOUT_LOCKS = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'

interface DryRunRequest {
  readonly plan: WritePlan
  readonly request: TargetRequest
  readonly fence: FenceKey
  /** The database for temporary tables: the target's database, or the account's own if the target's does not exist yet. */
  readonly database: string
  readonly format: string
}

interface DryRun extends DryRunRequest {
  readonly session: MysqlSession
  readonly secret: string
}

/** Stages rows as a run would, in temporary tables that only this session sees and that end with it. @throws ConnectorError, or the server's own errors */
export async function openDryRunLoad(way: LoadContext, request: DryRunRequest): Promise<DryRunLoad> {
  const { plan, fence, format } = request
  const { watching, credentials } = way
  const session = await way.sessions.acquire()
  const secret = credentials.password
  const dryRun = { ...request, session, secret }
  const wait = { ...watching, targets: [fence.target], patienceMs: WRITING_PATIENCE_MS }
  try {
    const { fields, text } = textOf(plan, format)
    const { finds } = request.request
    await session.query(WITHOUT_LOCKS)
    await waitForLocks(session, wait, () => stage(dryRun))
    await session.query(datesOf(format))
    const intake = await openIntake(way, session, {
      table: sqlName(named(dryRun, 'dry_run')),
      fields,
      replaces: request.request.mode === 'upsert',
      characterSet: 'utf8mb4',
    })
    const { vanishing } = plan
    const staging = named(dryRun, 'dry_run')
    const table = stagedTable(sqlName(staging), plan)
    const tables = vanishedTables(fence, staging)
    const { target } = fence
    const vanished = vanishing && vanishedSearch({ way, session, plan, vanishing, target, staging, tables })
    const load = sqlLoad({
      intake: textIntake(text, intake),
      ...defined({ vanished, find: finds && ((query, limit) => findStaged(askingOnce(session), table, query, limit)) }),
      place: async () => ({}),
      abandon: () => session.abandon(),
      explain: (error) => mysqlError(error, 'destination', secret),
    })
    return Object.assign(load, { compare: () => waitForLocks(session, wait, () => compare(dryRun)) })
  } catch (error) {
    await session.abandon()
    throw error
  }
}

const askingOnce =
  (session: MysqlSession): AskStaged =>
  async (select, limit) => {
    try {
      return await asking(session)(select, limit)
    } catch (error) {
      if (!(error instanceof Error && 'errno' in error && error.errno === ALREADY_OPEN)) throw error
      throw checkNotExecutable(
        sentence`It names "input" more than once, and in a dry run MySQL can read it only once. A run can execute it.`,
        error,
      )
    }
  }

/** ER_CANT_REOPEN_TABLE */
const ALREADY_OPEN = 1137

const named = ({ database }: DryRun, name: string) => ({ database, name: `${INTERNAL_PREFIX}${name}` })

async function stage(options: DryRun): Promise<void> {
  const { session, plan, request, fence, database } = options
  const staging = named(options, 'dry_run')
  try {
    await plan.strategy.stage(session, staging)
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? error.errno : undefined
    if (errno === DENIED) throw mayNotMakeTemporary(database, error)
    if (!PARTITIONED.includes(errno)) throw error
    // Without the check constraints of the original, which only a copy of its definition has.
    const key = request.mode === 'upsert' ? keyOf(request).map(quoteIdentifier) : []
    const unique = key.length > 0 ? `(UNIQUE KEY (${key.join(', ')})) ` : ''
    const names = plan.written.filter((column) => !isAdded(plan, column.column.name))
    const columns = names.map(({ column }) => quoteIdentifier(column.name)).join(', ')
    await session.query(
      `CREATE TEMPORARY TABLE ${sqlName(staging)} ${unique}SELECT ${columns} FROM ${sqlName(fence.target)} WHERE FALSE`,
    )
    const { vanishing } = plan
    if (vanishing) await stageVanished(session, vanishing, vanishedTables(fence, staging), 'CREATE TEMPORARY TABLE')
  }
}

async function compare(options: DryRun): Promise<DryRunRows> {
  const { session, plan, request, fence, secret } = options
  const written = plan.written.map(({ column, type }) => ({ name: column.name, type }))
  const added = plan.isNew ? [] : written.filter(({ name }) => isAdded(plan, name))
  const lost = plan.isNew ? [] : lostColumns(plan, request)
  const present = written.filter((column) => !added.includes(column))
  const compared = [...written, ...lost]
  const known = keyOf(request)
  const { overlap } = request
  const staging = sqlName(named(options, 'dry_run'))
  const target = sqlName(fence.target)
  try {
    if (request.mode === 'upsert') await refuseEmptyKeys(session, { target: fence.target, staging, key: known })
    // A statement cannot name a temporary table twice, so all rows of the target are compared.
    const asked = overlap && (overlap.key.length > 0 ? overlap : { key: [] })
    const repeated =
      asked && !plan.isNew ? await dropRepeated(session, { staging, target, columns: present, overlap: asked }) : 0
    const result = await compareRows(
      session,
      defined({
        staging,
        pairs: sqlName(named(options, 'pairs')),
        target: plan.isNew ? undefined : withEmpty(target, added),
        mode: request.mode,
        columns: compared,
        key: known.every((name) => present.some((column) => column.name === name)) ? known : [],
        vanished: plan.vanishing && {
          keys: sqlName(vanishedTables(fence, named(options, 'dry_run')).vanished),
          areMarked: plan.vanishing.handling.column !== undefined,
        },
      }),
    )
    const { difference } = result
    return { ...result, difference: { ...difference, unchanged: difference.unchanged + repeated } }
  } catch (error) {
    throw mysqlError(error, 'destination', secret)
  }
}

const keyOf = ({ mode, columns, key, target }: TargetRequest) =>
  mode === 'upsert' ? requireKey(columns, key, target) : sourceKey(columns)

/** The columns of which replaced rows have no values any more, because the source does not have them. */
const lostColumns = ({ after, written }: WritePlan, { mode, drift }: TargetRequest): readonly ComparedColumn[] =>
  mode === 'replace'
    ? after.filter(({ name }) => drift?.gone.includes(name) && !written.some(({ column }) => column.name === name))
    : []

/** A table in which these columns are empty. */
const withEmpty = (table: string, columns: readonly ComparedColumn[]): string =>
  columns.length === 0
    ? table
    : `(SELECT rows_of_table.*, ${columns.map(({ name }) => `NULL AS ${quoteIdentifier(name)}`).join(', ')} FROM ${table} rows_of_table) with_empty`

/** For a new column the table has no values to compare yet. */
const isAdded = ({ columns }: WritePlan, name: string) =>
  columns.some((column) => column.name === name && column.notes.includes('added'))

const mayNotMakeTemporary = (database: string, cause: unknown) =>
  new ConnectorError(
    {
      code: 'PERMISSION_MISSING',
      message: sentence`The account may not make temporary tables in "${database}", in which a dry run compares the rows.`,
      hint: sentence`GRANT CREATE TEMPORARY TABLES ON ${quoteIdentifier(grantedDatabase(database))}.* TO the account. Runs do not need it.`,
      field: 'user',
      object: { kind: 'database', name: database, right: 'CREATE TEMPORARY TABLES' },
    },
    { cause },
  )
