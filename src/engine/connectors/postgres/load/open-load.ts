import { defined } from '../../../../core/catalog/defined.ts'
import { NegativeZeros } from '../../../formats/common-text/negative-zeros.ts'
import type { KeyDigest } from '../../../ports/key-digest.ts'
import type { Load } from '../../../ports/load.ts'
import type { RangedLoad } from '../../../ports/ranges.ts'
import type { Committed } from '../../../ports/target.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { findStaged, tryQueries } from '../../shared/staged-rows-query.ts'
import type { DestinationWork } from '../../sql/destination-work.ts'
import { sqlLoad, type TableLoad } from '../../sql/sql-load.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { attemptLock } from '../fence/attempt-lock.ts'
import type { FenceKey } from '../fence/fence.ts'
import { dropRanges } from '../fence/range-ledger.ts'
import { requireHold, tryHold } from '../fence/target-lock.ts'
import { copyInStatement } from '../rows/copy-statement.ts'
import { digestStatement, rowsFound } from '../rows/key-digest.ts'
import { entityName } from '../schema/relation-name.ts'
import { openSession } from '../session/open-session.ts'
import { postgresProblem } from '../session/postgres-problem.ts'
import { targetError } from '../session/target-error.ts'
import { LET_LOCKS_WAIT, LIMIT_LOCK_WAITS, waitForLocks } from '../session/wait-for-locks.ts'
import { type PlannedTable, stageAsPlanned } from '../write/table-definition.ts'
import type { Vanishing } from '../write/vanished-rows.ts'
import { removeViolations, type StagedRows } from '../write/violations.ts'
import type { WriteStrategy } from '../write/write-strategy.ts'
import { copyIntake } from './copy-intake.ts'
import { type DerivedRows, deriveRows, rawTables } from './derived-rows.ts'
import { openRangedLoad, type RangedLoadOptions } from './postgres-ranged-load.ts'
import { publishRows } from './publish-rows.ts'
import { askOnly, stagedTable } from './staged-table.ts'
import { vanishedSearch } from './vanished-search.ts'

/** The common state of all loads of a run at one destination. */
export type LoadContext = DestinationWork<PostgresSession>

export interface LoadRequest {
  readonly strategy: WriteStrategy
  readonly fence: FenceKey
  /** Whether all rows of the target are replaced, so that nobody else may write it meanwhile. */
  readonly isAlone: boolean
  readonly planned: PlannedTable | undefined
  readonly columns: readonly string[]
  /** Those of them in which a -0 becomes 0. */
  readonly unsigned: readonly string[]
  readonly format: string
  /** The table whose constraints rows may break without failing the load. Absent: they fail it. */
  readonly checked: Omit<StagedRows, 'staging' | 'columns'> | undefined
  readonly vanishing?: Vanishing | undefined
  /** The rows that come are raw. Absent: they are staged. */
  readonly derived?: DerivedRows | undefined
  /** See `TargetRequest`. */
  readonly finds?: readonly string[] | undefined
  readonly awaits?: TargetRequest['awaits'] | undefined
}

/** Begins the transaction in which the rows of a stream are loaded and put in place. @throws ConnectorError, or the server's own errors */
export async function openLoad(
  { credentials, context, sessions, kept, log, reconnect }: LoadContext,
  {
    strategy,
    fence,
    isAlone,
    planned,
    columns,
    unsigned,
    format,
    checked,
    vanishing,
    derived,
    finds,
    awaits,
  }: LoadRequest,
): Promise<Load> {
  const hold = { isAlone, until: 'transaction' } as const
  const session = await sessions.acquire()
  try {
    await kept.handOver(entityName(fence.target))
    await waitForLocks(session, { targets: [fence.target], log }, async () => {
      const begin = ['BEGIN', attemptLock(fence), dropRanges(fence), LIMIT_LOCK_WAITS, tryHold(fence, hold)]
      const [held] = await session.query(begin.join('; '))
      await requireHold(session, fence, hold, held?.['held'] === 't')
      await stageAsPlanned(session, planned, () => strategy.stage(session))
      await session.query(LET_LOCKS_WAIT)
    })
    const table = stagedTable(strategy.staging, columns)
    if (finds) await tryQueries(askOnly(session), table, finds)
    if (derived) await session.query(rawTables(derived))
    const coming = derived ? rawRows(derived) : { table: strategy.staging, columns, isNew: strategy.isNew }
    const copy = await session.copyIn(copyInStatement(coming.table, coming.columns, format, coming.isNew))
    const place = (committed: Committed) =>
      publishRows(
        {
          session,
          strategy,
          fence,
          log,
          reconnect,
          signal: context.signal,
          awaits,
          checksDeferred: checked !== undefined,
        },
        committed,
      )
    const zeros = new NegativeZeros(columns.map((name) => (unsigned.includes(name) ? name : undefined)))
    const placeOrRollBack = async (committed: Committed) => {
      const placed = await (checked ? orRollBack(session, () => place(committed)) : place(committed))
      sessions.release(session)
      return { ...placed, unsigned: zeros.found }
    }
    const rows = checked && { ...checked, staging: strategy.staging, columns, ...defined({ vanishing }) }
    const secret = credentials.password
    const digest = async (asked: KeyDigest | undefined) =>
      rowsFound((await session.query(digestStatement(coming.table, asked)))[0] ?? {})
    const vanished = vanishing && vanishedSearch({ session, staging: strategy.staging, vanishing, secret })
    return sqlLoad({
      intake: copyIntake(copy, zeros),
      place: placeOrRollBack,
      abandon: () => session.abandon(),
      explain: targetError(fence.target.name, secret),
      ...defined({
        deriving: derived && derivingIn(session, strategy.staging, derived),
        vanished,
        digest: strategy.isNew ? digest : undefined,
        removeViolations: rows && ((reject) => removeViolations(session, rows, reject)),
        find: finds && ((query, limit) => findStaged(askOnly(session), table, query, limit)),
      }),
    })
  } catch (error) {
    await session.abandon()
    throw error
  }
}

const rawRows = ({ tables }: DerivedRows, place = 0) => ({
  table: tables[place]?.name ?? '',
  columns: tables[place]?.columns.map(({ name }) => name) ?? [],
  isNew: true,
})

const derivingIn = (session: PostgresSession, staging: string, derived: DerivedRows): TableLoad['deriving'] => ({
  async other(place) {
    const { table, columns, isNew } = rawRows(derived, place + 1)
    return copyIntake(await session.copyIn(copyInStatement(table, columns, COMMON_TEXT, isNew)))
  },
  derive: () => deriveRows(session, staging, derived),
})

/** A refused row leaves the transaction as it was before. */
async function orRollBack<T>(session: PostgresSession, place: () => Promise<T>): Promise<T> {
  await session.query('SAVEPOINT before_placing')
  try {
    return await place()
  } catch (error) {
    if (postgresProblem(error).code === 'CONSTRAINT') await session.query('ROLLBACK TO before_placing')
    throw error
  }
}

/** The same range by range, together with other workers. */
export async function openLoadOfRanges(
  { credentials, context, sessions, kept, log, reconnect }: LoadContext,
  request: Omit<RangedLoadOptions, 'secret' | 'openSession' | 'reconnect' | 'log' | 'signal'>,
): Promise<RangedLoad> {
  await kept.handOver(entityName(request.fence.target))
  return openRangedLoad({
    ...request,
    secret: credentials.password,
    openSession: () => sessions.beside(() => openSession(credentials, context)),
    reconnect,
    log,
    signal: context.signal,
  })
}
