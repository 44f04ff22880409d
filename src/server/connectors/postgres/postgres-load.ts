import { setTimeout as sleep } from 'node:timers/promises'

import { ConnectorError } from '../connector.ts'
import type { Load } from '../destination.ts'
import type { FenceKey } from './fence.ts'
import { hasCommitted, passFence } from './fence.ts'
import type { Landing } from './landing.ts'
import { postgresError, postgresProblem } from './postgres-problem.ts'
import type { CopyIn, PostgresSession } from './postgres-session.ts'

/** How long the lock on the target is waited for each time; readers that come later queue up behind us that long. */
const LOCK_TIMEOUT_MS = 1_000
const LOCK_TRIES = 5

/** A worker that is paused between lock and commit loses its session after this time, so that others can go on. */
const PAUSED_TIMEOUT = '30s'

const RECONNECT_TRIES = 6

export interface PostgresLoadOptions {
  readonly session: PostgresSession
  readonly copy: CopyIn
  readonly landing: Landing
  readonly fence: FenceKey
  readonly secret: string
  /** A new session, for the question whether a commit went through whose answer was lost. */
  readonly reconnect: () => Promise<PostgresSession>
}

/** One stream on its way into a table: a transaction in which everything happens, or nothing. */
export class PostgresLoad implements Load {
  readonly #options: PostgresLoadOptions
  readonly #failure = new AbortController()
  #rows = 0
  #isOver = false

  constructor(options: PostgresLoadOptions) {
    this.#options = options
    options.copy.done.catch((error: unknown) => this.#failure.abort(this.#explain(error)))
  }

  get failure(): AbortSignal {
    return this.#failure.signal
  }

  write(frames: Buffer): boolean {
    return this.#options.copy.write(frames)
  }

  drained(): Promise<void> {
    return this.#options.copy.drained()
  }

  async finish(): Promise<number> {
    const { copy } = this.#options
    copy.end()
    this.#rows = await this.#explained(copy.done)
    return this.#rows
  }

  async commit(bound?: string): Promise<void> {
    const { session, landing, fence } = this.#options
    await this.#explained(landing.build(session))
    await this.#explained(
      session.query(
        `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL idle_in_transaction_session_timeout = '${PAUSED_TIMEOUT}'`,
      ),
    )
    if (landing.lock !== undefined) await this.#explained(lock(session, landing.lock))
    await this.#explained(passFence(session, fence, { rows: this.#rows, ...(bound !== undefined && { bound }) }))
    await this.#explained(landing.show(session, this.#rows))
    try {
      await session.query('COMMIT')
    } catch (error) {
      if (!isLost(error) || !(await this.#hasCommitted(error))) throw this.#explain(error)
    }
    this.#isOver = true
  }

  async abandon(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#options.session.abandon()
  }

  /** Asks the destination itself; what it says is what readers see. */
  async #hasCommitted(cause: unknown): Promise<boolean> {
    const { fence, reconnect } = this.#options
    for (let attempt = 1; attempt <= RECONNECT_TRIES; attempt++) {
      let session: PostgresSession | undefined
      try {
        session = await reconnect()
        return await hasCommitted(session, fence)
      } catch {
        await sleep(250 * 2 ** attempt)
      } finally {
        await session?.close()
      }
    }
    throw new ConnectorError(
      {
        code: 'COMMIT_UNKNOWN',
        message:
          'The connection was lost while the rows were put in place, and the destination cannot be asked whether they are.',
        hint: 'The table holds either the old rows or all of the new ones. Run again when the server is up.',
        retryable: true,
      },
      { cause },
    )
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #explain(error: unknown): ConnectorError {
    return postgresError(error, 'destination', this.#options.secret)
  }
}

/** Tries for a short time, several times, so that readers never wait long behind us. */
async function lock(session: PostgresSession, statement: string): Promise<void> {
  await session.query('SAVEPOINT before_lock')
  for (let attempt = 1; ; attempt++) {
    try {
      await session.query(statement)
      return
    } catch (error) {
      if (postgresProblem(error).code !== 'TABLE_BUSY' || attempt === LOCK_TRIES) throw error
      await session.query('ROLLBACK TO before_lock')
      await sleep(200 * attempt)
    }
  }
}

const isLost = (error: unknown) => postgresProblem(error).code === 'CONNECTION_LOST'
