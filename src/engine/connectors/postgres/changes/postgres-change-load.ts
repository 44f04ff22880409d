import { defined } from '../../../../core/catalog/defined.ts'
import type {
  AppliedTable,
  ChangeLoad,
  ChangeLoadRequest,
  PausedTable,
  RecordedTable,
} from '../../../ports/change-batch.ts'
import type { LogPosition, Moment } from '../../../ports/change-source.ts'
import type { ConnectorContext, Endpoint } from '../../../ports/connector.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import { databaseCredentials } from '../../sql/database-credentials.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { attemptLockOfSession } from '../fence/attempt-lock.ts'
import { blockOlderAttempts } from '../fence/block-older-attempts.ts'
import { type FenceKey, fenced, PAUSED_TIMEOUT } from '../fence/fence.ts'
import { parseRelationName } from '../schema/relation-name.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { boundOf, commitPosition } from './commit-position.ts'
import { FollowedTables } from './followed-tables.ts'
import { TableStates } from './table-states.ts'
import { createMirrorTables } from './waiting-changes.ts'

/** The name under which the fence keeps the position of a mirror; no table can have it. */
const POSITION = 'mirror:'

/** Who locks a table of the destination longer lets it wait, not the mirror. */
const LOCK_TIMEOUT = '2s'

/** Locks out older followers of the same mirror, and reads how far they came. @throws ConnectorError */
export async function openPostgresChangeLoad(
  endpoint: Endpoint,
  context: ConnectorContext,
  request: ChangeLoadRequest,
): Promise<ChangeLoad> {
  const credentials = databaseCredentials(endpoint, 'dbname')
  const secret = credentials.password
  const explain = (error: unknown) =>
    error instanceof TableFailure ? error : postgresError(error, 'destination', secret)
  const session = await openSession(credentials, context)
  const key: FenceKey = { ...request.fence, target: { schema: request.schema, name: POSITION } }
  try {
    const position = await raise(session, key)
    const states = new TableStates(session, { flowId: key.flowId, ...request })
    await createMirrorTables(session, request.schema, states.schemas)
    await states.read()
    const reconnect = () => openSession(credentials, { ...context, signal: AbortSignal.timeout(15_000) })
    const tables = new FollowedTables(session, secret)
    const { signal } = context
    return new PostgresChangeLoad(request, { session, key, position, states, tables, reconnect, explain, signal })
  } catch (error) {
    await session.abandon()
    throw explain(error)
  }
}

interface Opened {
  readonly session: PostgresSession
  readonly key: FenceKey
  readonly position: LogPosition | undefined
  readonly states: TableStates
  readonly tables: FollowedTables
  readonly reconnect: () => Promise<PostgresSession>
  readonly explain: (error: unknown) => Error
  readonly signal: AbortSignal
}

class PostgresChangeLoad implements ChangeLoad {
  position: LogPosition | undefined
  readonly #request: ChangeLoadRequest
  readonly #opened: Opened
  readonly #explained: Explained
  readonly #states: TableStates
  #isOpen = false

  constructor(request: ChangeLoadRequest, opened: Opened) {
    this.#request = request
    this.#opened = opened
    this.#states = opened.states
    this.position = opened.position
    this.#explained = explaining(opened.explain)
  }

  get waiting(): ReadonlySet<string> {
    return this.#states.namesOf(({ kind, since }) => kind === 'copying' && since !== undefined)
  }

  get outgrown(): ReadonlySet<string> {
    return this.#states.namesOf(({ kind, since }) => kind === 'copying' && since === undefined)
  }

  get draining(): ReadonlySet<string> {
    return this.#states.namesOf(({ kind }) => kind === 'draining')
  }

  get paused(): ReadonlyMap<string, PausedTable> {
    const paused = [...this.#states.namesOf(({ kind }) => kind === 'paused')]
    return new Map(
      paused.map((entity) => {
        const { problem, needsCopy } = this.#states.of(entity) ?? {}
        return [entity, defined({ problem, needsCopy })]
      }),
    )
  }

  begin(position: LogPosition, since: Moment, entities: readonly string[]): Promise<void> {
    return this.#inTransaction(position, async () => {
      await this.#states.forgetBut([])
      for (const entity of entities) await this.#states.set(entity, { kind: 'copying', since })
    })
  }

  choose(since: Moment, entities: readonly string[]): Promise<void> {
    return this.#inTransaction(this.position, async () => {
      await this.#states.forgetBut(entities)
      for (const entity of entities)
        if (!this.#states.of(entity)) await this.#states.set(entity, { kind: 'copying', since })
    })
  }

  hold(entity: string, since: Moment): Promise<void> {
    return this.#inTransaction(this.position, async () => {
      await this.#states.dropWaiting(entity)
      await this.#states.set(entity, { kind: 'copying', since })
    })
  }

  pause(entity: string, { problem, needsCopy }: PausedTable): Promise<void> {
    return this.#inTransaction(this.position, async () => {
      const { since, moment, until } = this.#states.of(entity) ?? {}
      if (needsCopy) {
        await this.#states.dropWaiting(entity)
        await this.#states.set(entity, defined({ kind: 'paused', problem, needsCopy }))
      } else await this.#states.set(entity, defined({ kind: 'paused', since, moment, until, problem }))
    })
  }

  copies(): Promise<ReadonlyMap<string, Moment>> {
    return this.#explained(async () => {
      const copies = new Map<string, Moment>()
      for (const entity of this.waiting) {
        const { since = '' } = this.#states.of(entity) ?? {}
        const target = parseRelationName(this.#states.targetOf(entity))
        const moment = await boundOf(this.#opened.session, { ...this.#opened.key, target }).catch(() => undefined)
        if (moment !== undefined && this.#request.moments.isAfter(moment, since)) copies.set(entity, moment)
      }
      return copies
    })
  }

  follow(entity: string, moment: Moment, until: LogPosition): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      await this.#inTransaction(this.position, async () => {
        await this.#opened.tables.forget(entity)
        await this.#states.set(entity, { kind: 'draining', moment, until })
      })
      return this.#drain(entity)
    })
  }

  resume(entity: string): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      const { since } = this.#states.of(entity) ?? {}
      if (since === undefined) return this.#drain(entity)
      await this.#inTransaction(this.position, () => this.#states.set(entity, { kind: 'copying', since }))
      return []
    })
  }

  apply(tables: readonly RecordedTable[]): Promise<readonly AppliedTable[]> {
    return this.#explained(async () => {
      await this.#begin()
      const applied: AppliedTable[] = []
      for (const recorded of tables) {
        const { name } = recorded.table
        if (this.#states.of(name)?.kind === 'following') applied.push(await this.#applyTo(recorded))
        else await this.#states.keep(recorded)
      }
      return applied
    })
  }

  commit(to: LogPosition): Promise<void> {
    return this.#inTransaction(to, () => this.#states.forgetCopies(to))
  }

  async rollBack(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#opened.tables.clear()
    // A session that cannot do even that has ended, and its transaction with it.
    await this.#opened.session.query('ROLLBACK').catch(() => this.abandon())
    await this.#states.read().catch(() => this.abandon())
  }

  abandon(): Promise<void> {
    return this.#opened.session.abandon()
  }

  /** Piece by piece, each visible together with what is left: whoever comes after a crash goes on. */
  async #drain(entity: string): Promise<readonly AppliedTable[]> {
    const applied: AppliedTable[] = []
    try {
      for (;;) {
        await this.#begin()
        const { moment, until } = this.#states.of(entity) ?? {}
        const waiting = await this.#states.takeWaiting(entity)
        for (const recorded of waiting) applied.push(await this.#applyTo(recorded))
        const kind = waiting.length === 0 ? 'following' : 'draining'
        await this.#states.set(entity, defined({ kind, moment, until }))
        await this.#commit(this.position)
        if (waiting.length === 0) return applied
      }
    } catch (error) {
      await this.rollBack()
      throw error
    }
  }

  #inTransaction(to: LogPosition | undefined, work: () => Promise<void>): Promise<void> {
    return this.#explained(async () => {
      try {
        await this.#begin('0')
        await work()
        await this.#commit(to)
      } catch (error) {
        await this.rollBack()
        throw error
      }
    })
  }

  async #begin(patience = LOCK_TIMEOUT): Promise<void> {
    const { session } = this.#opened
    if (!this.#isOpen)
      await session.query(
        `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'; SET LOCAL lock_timeout = '${patience}'`,
      )
    this.#isOpen = true
  }

  async #commit(to: LogPosition | undefined): Promise<void> {
    await commitPosition({ ...this.#opened, to })
    this.#isOpen = false
    this.position = to
  }

  #applyTo(recorded: RecordedTable): Promise<AppliedTable> {
    const { name } = recorded.table
    const moment = this.#states.of(name)?.moment
    const isWanted = (transaction: string) => moment === undefined || !this.#request.moments.sees(moment, transaction)
    return this.#opened.tables.apply(recorded, parseRelationName(this.#states.targetOf(name)), isWanted)
  }
}

/** @returns how far the mirror has come */
async function raise(session: PostgresSession, key: FenceKey): Promise<LogPosition | undefined> {
  const states = await blockOlderAttempts(session, key.target.schema, [key])
  if (states.get(key.target.name) === 'fenced') throw fenced()
  await session.query(attemptLockOfSession(key))
  return boundOf(session, key)
}
