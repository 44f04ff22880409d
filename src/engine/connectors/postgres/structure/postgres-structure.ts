import type { ConnectionType } from '../../../../core/catalog/connections/connection-types.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { inLanes } from '../../../ports/in-lanes.ts'
import type { AdvancedNumbers, NumberedPart, PartOutcome, StructureBuilder } from '../../../ports/structure-builder.ts'
import type { StructurePart } from '../../../ports/table-structure.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { attemptLock } from '../fence/attempt-lock.ts'
import { blockOlderAttempts } from '../fence/block-older-attempts.ts'
import {
  foreignKeysTo,
  readOwnership,
  recordBuilt,
  recordReleased,
  recordsTable,
  refuseOlder,
} from '../fence/created-tables.ts'
import { type FenceKey, fenced, fenceTable, hasFenceTable, PAUSED_TIMEOUT, type RaisedFence } from '../fence/fence.ts'
import type { LoadContext } from '../load/open-load.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { entityName, parseRelationName } from '../schema/relation-name.ts'
import { postgresProblem } from '../session/postgres-problem.ts'
import { LIMIT_LOCK_WAITS, waitForLocks } from '../session/wait-for-locks.ts'
import { buildPart } from './build-part.ts'
import { existingTables, isOtherOfName, isPresent } from './existing-parts.ts'
import { tableOf } from './part-statements.ts'
import { otherOfName } from './refuse-name.ts'
import { refuseParts } from './refuse-parts.ts'
import { advanceSequence } from './sequence-values.ts'
import { translatePart } from './translate-part.ts'

/** Limit for the sessions that build at once, so that a shared server is not overloaded. */
const AT_ONCE = 4

interface Stage {
  readonly kinds: readonly StructurePart['kind'][]
  readonly atOnce: number
  /** Only of materialized views. */
  readonly isOfViews?: true
}

/** What is built together; each needs those before it. Views are built one after the other, because one may read another. */
const STAGES: readonly Stage[] = [
  // Of one table one after the other: each needs the whole table for itself, and some need another.
  { kinds: ['collation', 'sequence', 'default', 'identity', 'primary_key', 'not_null', 'check'], atOnce: 1 },
  { kinds: ['unique', 'exclusion', 'index'], atOnce: AT_ONCE },
  { kinds: ['foreign_key'], atOnce: 1 },
  { kinds: ['view', 'materialized_view'], atOnce: 1 },
  { kinds: ['index'], atOnce: AT_ONCE, isOfViews: true },
  { kinds: ['comment'], atOnce: 1 },
]

export function postgresStructure(way: LoadContext): StructureBuilder {
  const { explained, asking } = way
  return {
    translatePart,
    ownership: (flowId, targets) => asking((session) => readOwnership(session, flowId, targets)),
    otherOwner: (owners, system) => asking((session) => otherOwner(session, owners, system)),
    refused: (parts, system) => asking((session) => refuseParts(session, parts, system)),
    release: (fence, targets) => explained(() => release(way, fence, targets)),
    build: (fence, parts, report) => explained(() => build(way, fence, parts, report)),
    advance: (parts) => asking((session) => advanceAll(session, parts)),

    bookkeepingTables: (targets) =>
      [...new Set(targets.map((target) => parseRelationName(target).schema))].flatMap((schema) =>
        [fenceTable(schema), recordsTable(schema)].map(entityName),
      ),

    complete: (fence, targets) =>
      explained(async () => {
        for (const table of targets) {
          const key = keyOf(fence, table)
          await inTransaction(way, key, (session) => recordBuilt(session, key))
        }
      }),
  }
}

const keyOf = (fence: Fence, table: string): FenceKey => ({ ...fence, target: parseRelationName(table) })

/** A transaction for the structure of a table, of the newest attempt. */
async function inTransaction<T>(
  { sessions, log }: LoadContext,
  key: FenceKey,
  work: (session: PostgresSession) => Promise<T>,
): Promise<T> {
  const session = await sessions.acquire()
  try {
    const done = await waitForLocks(session, { targets: [key.target], log }, async () => {
      const limits = `${LIMIT_LOCK_WAITS}; SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'`
      await session.query(`BEGIN; ${limits}; ${attemptLock(key, 'shared')}`)
      await refuseOlder(session, key)
      const result = await work(session)
      await session.query('COMMIT')
      return result
    })
    sessions.release(session)
    return done
  } catch (error) {
    if (session.isOpen)
      await session.query('ROLLBACK').then(
        () => sessions.release(session),
        () => {},
      )
    throw error
  }
}

async function advanceAll(
  session: PostgresSession,
  parts: readonly NumberedPart[],
): Promise<readonly AdvancedNumbers[]> {
  const advanced: AdvancedNumbers[] = []
  for (const part of parts) {
    try {
      const numbers = await advanceSequence(session, part)
      if (numbers) advanced.push(numbers)
    } catch (error) {
      const problem = postgresProblem(error, 'destination')
      if (problem.retryable) throw error
      advanced.push({ table: part.table, column: part.name, problem })
    }
  }
  return advanced
}

async function otherOwner(session: PostgresSession, owners: readonly string[], system: ConnectionType) {
  if (system !== 'postgres') return undefined
  const [row] = await session.query('SELECT current_user AS account')
  const account = row?.['account'] ?? ''
  if (owners.every((owner) => owner === account)) return undefined
  return sentence`At the source tables and views belong to ${owners.join(', ')}. In the destination they belong to ${account}, the account of the connection.`
}

async function release(way: LoadContext, fence: Fence, targets: readonly string[]): Promise<void> {
  const keys = await way.sessions.through((session) =>
    foreignKeysTo(session, fence.flowId, targets.map(parseRelationName)),
  )
  // One that stands still in the middle of the structure has locks on the tables of the foreign keys.
  if (keys.size > 0) await blockOlder(way, fence, targets)
  for (const [table, names] of keys) {
    const key = keyOf(fence, table)
    const drops = names.map((name) => `DROP CONSTRAINT IF EXISTS ${quoteIdentifier(name)}`).join(', ')
    await inTransaction(way, key, async (session) => {
      await recordReleased(session, key)
      await session.query(`ALTER TABLE ${tableOf(table)} ${drops}`)
    })
  }
}

/** @throws ConnectorError `FENCED` */
async function blockOlder({ sessions }: LoadContext, fence: Fence, targets: readonly string[]): Promise<void> {
  const keys = targets.map((table) => keyOf(fence, table))
  for (const [schema, own] of Map.groupBy(keys, ({ target }) => target.schema)) {
    const raised = await sessions.through(async (session) =>
      (await hasFenceTable(session, schema))
        ? blockOlderAttempts(session, schema, own)
        : new Map<string, RaisedFence>(),
    )
    if ([...raised.values()].includes('fenced')) throw fenced()
  }
}

async function build(way: LoadContext, ...[fence, parts, report]: Parameters<StructureBuilder['build']>) {
  const existing = await way.sessions.through((session) => existingTables(session, parts))
  const views = new Set(parts.filter((part) => part.kind === 'materialized_view').map(({ table }) => table))
  for (const { kinds, atOnce, isOfViews = false } of STAGES) {
    const isLater = (part: StructurePart) => part.kind === 'index' && views.has(part.table)
    const inStage = parts.filter((part) => kinds.includes(part.kind) && isLater(part) === isOfViews)
    const missing = inStage.filter((part) => {
      const isThere = isPresent(part, existing.get(part.table))
      if (isThere) report(part, { state: 'present' })
      const isOther = !isThere && isOtherOfName(part, existing.get(part.table))
      if (isOther) report(part, { state: 'left', reason: otherOfName(part.name) })
      return !isThere && !isOther
    })
    await inLanes(missing, atOnce, async (part) => report(part, await buildOne(way, part, keyOf(fence, part.table))))
  }
}

async function buildOne(way: LoadContext, part: StructurePart, key: FenceKey): Promise<PartOutcome> {
  try {
    const isBuilt = await buildPart(part, key, (work) => inTransaction(way, key, work))
    return { state: isBuilt ? 'built' : 'present' }
  } catch (error) {
    const problem = postgresProblem(error, 'destination')
    if (problem.retryable || problem.code === 'FENCED') throw error
    // An older attempt may just have built it.
    const existing = await way.sessions.through((session) => existingTables(session, [part]))
    if (isPresent(part, existing.get(part.table))) return { state: 'present' }
    return { state: 'failed', problem }
  }
}
