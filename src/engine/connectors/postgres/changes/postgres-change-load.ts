import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { FoldedTable } from '../../../formats/changes/folded-table.ts'
import type { AppliedTable, ChangeLoad, ChangeLoadRequest, RecordedTable } from '../../../ports/change-batch.ts'
import type { LoggedTable, LogPosition, Moment } from '../../../ports/change-source.ts'
import { type ConnectorContext, ConnectorError, type Endpoint } from '../../../ports/connector.ts'
import { askAfterCommit } from '../../sql/ask-after-commit.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { attemptLockOfSession } from '../fence/attempt-lock.ts'
import { blockOlderAttempts } from '../fence/block-older-attempts.ts'
import { type FenceKey, fenced, fenceTable, hasCommitted, PAUSED_TIMEOUT, passFence } from '../fence/fence.ts'
import { describeRelations } from '../schema/describe-relations.ts'
import { entityName, internalName, parseRelationName, sqlName } from '../schema/relation-name.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError, postgresProblem } from '../session/postgres-problem.ts'
import { applyChanges, createStaging, type FollowingTable } from './apply-changes.ts'
import {
  addWaiting,
  createMirrorTables,
  forgetTables,
  type MirrorKey,
  readStates,
  type TableState,
  takeWaiting,
  writeState,
} from './waiting-changes.ts'

/** The name under which the fence keeps the position of a mirror; no table can have it. */
const POSITION = 'mirror:'

/** Locks out older followers of the same mirror, and reads how far they came. @throws ConnectorError */
export async function openPostgresChangeLoad(
  endpoint: Endpoint,
  context: ConnectorContext,
  request: ChangeLoadRequest,
): Promise<ChangeLoad> {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const explain = (error: unknown) => postgresError(error, 'destination', credentials.password)
  const session = await openSession(credentials, context)
  const key: FenceKey = { ...request.fence, target: { schema: request.schema, name: POSITION } }
  try {
    const position = await raise(session, key)
    await createMirrorTables(session, request.schema)
    const states = await readStates(session, { flowId: key.flowId, schema: request.schema })
    const reconnect = () => openSession(credentials, { ...context, signal: AbortSignal.timeout(15_000) })
    return new PostgresChangeLoad(request, {
      session,
      key,
      position,
      states,
      reconnect,
      explain,
      signal: context.signal,
    })
  } catch (error) {
    await session.abandon()
    throw explain(error)
  }
}

interface Opened {
  readonly session: PostgresSession
  readonly key: FenceKey
  readonly position: LogPosition | undefined
  readonly states: Map<string, TableState>
  readonly reconnect: () => Promise<PostgresSession>
  readonly explain: (error: unknown) => Error
  readonly signal: AbortSignal
}

class PostgresChangeLoad implements ChangeLoad {
  position: LogPosition | undefined
  readonly #request: ChangeLoadRequest
  readonly #opened: Opened
  readonly #explained: Explained
  readonly #states: Map<string, TableState>
  /** By the shape of the table as the log describes it. */
  readonly #following = new Map<string, FollowingTable>()
  #isOpen = false

  constructor(request: ChangeLoadRequest, opened: Opened) {
    this.#request = request
    this.#opened = opened
    this.#states = opened.states
    this.position = opened.position
    this.#explained = explaining(opened.explain)
  }

  get waiting(): ReadonlySet<string> {
    return new Set([...this.#states].filter(([, { waits }]) => waits).map(([entity]) => entity))
  }

  begin(position: LogPosition, since: Moment, entities: readonly string[]): Promise<void> {
    return this.#explained(async () => {
      await this.#begin()
      await forgetTables(this.#opened.session, this.#mirror)
      this.#states.clear()
      for (const entity of entities) await this.#setState(entity, { waits: true, since })
      await this.#commit(position)
    })
  }

  choose(since: Moment, entities: readonly string[]): Promise<void> {
    return this.#explained(async () => {
      const gone = [...this.#states.keys()].filter((entity) => !entities.includes(entity))
      const added = entities.filter((entity) => !this.#states.has(entity))
      await this.#begin()
      await forgetTables(this.#opened.session, this.#mirror, gone)
      for (const entity of gone) this.#states.delete(entity)
      for (const entity of added) await this.#setState(entity, { waits: true, since })
      await this.#commit(this.position)
    })
  }

  hold(entity: string, since: Moment): Promise<void> {
    return this.#explained(async () => {
      await this.#begin()
      await this.#setState(entity, { waits: true, since })
      await this.#commit(this.position)
    })
  }

  copies(): Promise<ReadonlyMap<string, Moment>> {
    return this.#explained(async () => {
      const copies = new Map<string, Moment>()
      for (const [entity, { waits, since }] of this.#states) {
        if (!waits || since === undefined) continue
        const target = parseRelationName(this.#targetOf(entity))
        const moment = await boundOf(this.#opened.session, { ...this.#opened.key, target }).catch(() => undefined)
        if (moment !== undefined && this.#request.moments.isAfter(moment, since)) copies.set(entity, moment)
      }
      return copies
    })
  }

  follow(entity: string, moment: Moment, until: LogPosition): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      const applied: AppliedTable[] = []
      const state = { waits: false, moment, until }
      for (;;) {
        await this.#begin()
        const waiting = await takeWaiting(this.#opened.session, this.#mirror, entity)
        for (const recorded of waiting) applied.push(await this.#applyTo(recorded, state))
        if (waiting.length === 0) await this.#setState(entity, state)
        await this.#commit(this.position)
        if (waiting.length === 0) return applied
      }
    })
  }

  apply(tables: readonly RecordedTable[]): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      await this.#begin()
      const applied: AppliedTable[] = []
      for (const recorded of tables) {
        const state = this.#states.get(recorded.table.name)
        if (state?.waits) await addWaiting(this.#opened.session, this.#mirror, recorded)
        else applied.push(await this.#applyTo(recorded, state))
      }
      return applied
    })
  }

  commit(to: LogPosition): Promise<void> {
    return this.#explained(async () => {
      await this.#begin()
      for (const [entity, { waits, until }] of this.#states)
        if (until !== undefined && this.#request.moments.isReached(until, to)) await this.#setState(entity, { waits })
      await this.#commit(to)
    })
  }

  async rollBack(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    // A session that cannot do even that has ended, and its transaction with it.
    await this.#opened.session.query('ROLLBACK').catch(() => this.abandon())
    this.#following.clear()
  }

  abandon(): Promise<void> {
    return this.#opened.session.abandon()
  }

  get #mirror(): MirrorKey {
    return { flowId: this.#opened.key.flowId, schema: this.#request.schema }
  }

  async #begin(): Promise<void> {
    const { session } = this.#opened
    if (!this.#isOpen) await session.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'`)
    this.#isOpen = true
  }

  async #setState(entity: string, state: TableState): Promise<void> {
    await writeState(this.#opened.session, this.#mirror, entity, state)
    this.#states.set(entity, state)
  }

  async #commit(to: LogPosition | undefined): Promise<void> {
    const { session, key, reconnect, signal } = this.#opened
    await passFence(session, key, defined({ rows: 0, highWaterMark: to }))
    await session.query('COMMIT').catch(async (error: unknown) => {
      const ask = async (other: PostgresSession) =>
        (await hasCommitted(other, key)) && (await boundOf(other, key)) === to
      const question = { reconnect, ask, problemOf: postgresProblem, signal }
      if (postgresProblem(error).code !== 'CONNECTION_LOST' || !(await askAfterCommit(error, question))) throw error
    })
    this.#isOpen = false
    this.position = to
  }

  async #applyTo(recorded: RecordedTable, state: TableState | undefined): Promise<AppliedTable> {
    const moment = state?.moment
    const isWanted = (transaction: string) => moment === undefined || !this.#request.moments.sees(moment, transaction)
    const following = await this.#followingOf(recorded.table)
    return applyChanges(this.#opened.session, following, new FoldedTable(recorded, isWanted))
  }

  #targetOf(entity: string): string {
    return this.#request.targets.get(entity) ?? entity
  }

  async #followingOf(table: LoggedTable): Promise<FollowingTable> {
    const shape = JSON.stringify(table)
    const known = this.#following.get(shape)
    if (known) return known
    const following = await followingTable(this.#opened.session, this.#targetOf(table.name), this.#following.size)
    const key = table.key.map((place) => table.columns[place] ?? '')
    await createStaging(this.#opened.session, following, table.columns, key)
    this.#following.set(shape, following)
    return following
  }
}

/** @returns how far the mirror has come */
async function raise(session: PostgresSession, key: FenceKey): Promise<LogPosition | undefined> {
  const states = await blockOlderAttempts(session, key.target.schema, [key])
  if (states.get(key.target.name) === 'fenced') throw fenced()
  await session.query(attemptLockOfSession(key))
  return boundOf(session, key)
}

const boundOf = async (session: PostgresSession, { flowId, target }: FenceKey): Promise<string | undefined> => {
  const [row] = await session.query(
    `SELECT committed_bound AS bound FROM ${sqlName(fenceTable(target.schema))} WHERE flow_id = $1 AND target = $2`,
    [flowId, target.name],
  )
  return row?.['bound'] ?? undefined
}

async function followingTable(session: PostgresSession, target: string, number: number): Promise<FollowingTable> {
  const name = parseRelationName(target)
  const [relation] = await describeRelations(session, [name])
  if (!relation)
    throw new ConnectorError({
      code: 'ENTITY_NOT_FOUND',
      message: sentence`The table ${entityName(name)} does not exist.`,
    })
  const fixed = relation.columns.filter((column) => column.generated !== null || column.isIdentityAlways)
  return {
    target: relation,
    staging: `pg_temp.${internalName('changes', String(number))}`,
    fixed: fixed.map((column) => column.name),
  }
}
