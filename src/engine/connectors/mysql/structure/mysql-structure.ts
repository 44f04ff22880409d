import type { ConnectionType } from '../../../../core/catalog/connections/connection-types.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { inLanes } from '../../../ports/in-lanes.ts'
import type { StructureBuilder } from '../../../ports/structure-builder.ts'
import type { StructurePart } from '../../../ports/table-structure.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { MysqlSession, ServerFacts } from '../driver/mysql-session.ts'
import { type RaisedFence, raiseFences } from '../fence/block-older-attempts.ts'
import { foreignKeysAt, hasNotes, readOwnership, recordState, refuseOlder } from '../fence/created-tables.ts'
import { bookkeepingTables, type FenceKey, fenced, releaseLock, takeLock } from '../fence/fence.ts'
import type { LoadContext } from '../load/load-context.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import type { ServerNames } from '../schema/server-names.ts'
import { entityName, sqlName } from '../schema/table-name.ts'
import { WRITING_PATIENCE_MS, waitForLocks } from '../session/wait-for-locks.ts'
import { advanceCounters } from './advance-counters.ts'
import { buildTable } from './build-table.ts'
import { namedCheck } from './constraint-parts.ts'
import { refuseParts } from './refuse-parts.ts'

/** Limit for the sessions that build at once, so that a shared server is not overloaded. */
const AT_ONCE = 4

/** What is built together; each needs those before it. Views are built one after the other, because one may read another. */
const STAGES: readonly { readonly kinds: readonly StructurePart['kind'][]; readonly atOnce: number }[] = [
  { kinds: ['collation', 'default', 'identity', 'on_update', 'comment', 'check', 'unique', 'index'], atOnce: AT_ONCE },
  { kinds: ['foreign_key'], atOnce: 1 },
  { kinds: ['view'], atOnce: 1 },
]

export function mysqlStructure(
  way: LoadContext,
  { parse }: Pick<ServerNames, 'parse'>,
  { isMariaDb }: Pick<ServerFacts, 'isMariaDb'>,
): StructureBuilder {
  const { sessions, credentials, explained, asking } = way
  const keyOf = (fence: Fence, table: string): FenceKey => ({ ...fence, target: parse(table) })

  return {
    updatesByAnyUnique: true,

    // Its tables come with their keys and lists of values.
    translatePart: (part) => {
      if (part.kind === 'primary_key' || part.kind === 'values') return undefined
      return part.kind === 'check' && !isMariaDb ? namedCheck(part, parse(part.table)) : part
    },

    bookkeepingTables: (targets) =>
      [...new Set(targets.map((target) => parse(target).database))].flatMap((database) => {
        const { fence, structure } = bookkeepingTables(database)
        return [fence, structure].map(entityName)
      }),

    otherOwner: (owners, system) => asking((session) => otherOwner(session, owners, system)),

    ownership: (flowId, targets) =>
      asking(async (session) => {
        const owned = await readOwnership(session, flowId, targets.map(parse))
        return new Map(targets.map((target) => [target, owned.get(entityName(parse(target))) ?? 'missing']))
      }),

    refused: (parts) => asking((session) => refuseParts(session, parts, credentials.database)),

    release: (fence, targets) =>
      explained(async () => {
        const keys = await sessions.through((session) => foreignKeysAt(session, fence.flowId, targets.map(parse)))
        // One that stands still in the middle of the structure has the locks of its tables.
        if (keys.size > 0)
          await sessions.through((session) =>
            blockOlder(
              session,
              targets.map((table) => keyOf(fence, table)),
            ),
          )
        for (const [table, names] of keys) {
          const key = keyOf(fence, table)
          const drops = names.map((name) => `DROP FOREIGN KEY ${quoteIdentifier(name)}`).join(', ')
          await holding(way, key, async (session) => {
            await recordState(session, key, 'due')
            await session.query(`ALTER TABLE ${sqlName(key.target)} ${drops}`)
          })
        }
      }),

    build: (fence, parts, report) =>
      explained(async () => {
        for (const { kinds, atOnce } of STAGES) {
          const inStage = parts.filter(({ kind }) => kinds.includes(kind))
          await inLanes([...Map.groupBy(inStage, ({ table }) => table)], atOnce, async ([table, own]) => {
            const key = keyOf(fence, table)
            await holding(way, key, (session) => buildTable(session, key, own, report))
          })
        }
      }),

    advance: (parts) => asking((session) => advanceCounters(session, parts, parse)),

    complete: (fence, targets) =>
      asking(async (session) => {
        for (const table of targets) await recordState(session, keyOf(fence, table), 'built')
      }),
  }
}

/** @throws ConnectorError `FENCED` */
async function blockOlder(session: MysqlSession, keys: readonly FenceKey[]): Promise<void> {
  for (const [database, own] of Map.groupBy(keys, ({ target }) => target.database)) {
    const raised = (await hasNotes(session, database))
      ? await raiseFences(session, own)
      : new Map<string, RaisedFence>()
    if ([...raised.values()].includes('fenced')) throw fenced()
  }
}

/** Work of the newest attempt at one table, of which a newer one would end the session. */
async function holding<T>(
  { sessions, watching }: LoadContext,
  key: FenceKey,
  work: (session: MysqlSession) => Promise<T>,
): Promise<T> {
  const session = await sessions.acquire()
  try {
    await takeLock(session, key)
    await refuseOlder(session, key)
    await session.query('SET SESSION foreign_key_checks = 1')
    const wait = { ...watching, targets: [key.target], patienceMs: WRITING_PATIENCE_MS }
    const done = await waitForLocks(session, wait, () => work(session))
    await releaseLock(session, key)
    sessions.release(session)
    return done
  } catch (error) {
    await session.abandon()
    throw error
  }
}

async function otherOwner(session: MysqlSession, owners: readonly string[], system: ConnectionType) {
  if (system !== 'mysql') return undefined
  const [row] = await session.query('SELECT CURRENT_USER() AS account')
  const account = row?.['account'] ?? ''
  if (owners.every((owner) => owner === account)) return undefined
  return sentence`At the source the definer of views is ${owners.join(', ')}. In the destination it is ${account}, the account of the connection.`
}
