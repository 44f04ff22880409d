import { setTimeout as sleep } from 'node:timers/promises'

import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { TableName } from '../schema/table-name.ts'
import { findHolder, type Holder } from './find-holder.ts'
import { mysqlProblem } from './mysql-problem.ts'

/** How long a lock wait lasts before the log names the holder, and the interval of later checks. */
const LOG_AFTER_MS = 5_000
const LOOK_EVERY_MS = 500
const SURE_AFTER = 3

/** Long work without a lock is checked at this interval. */
const LONGEST_PAUSE_MS = 10_000

/** The time that a writer and a reader wait for a lock; then the run is retried later. */
export const WRITING_PATIENCE_MS = 30_000
export const READING_PATIENCE_MS = 60_000

/** How the lock waits of one end of a run are watched. */
export interface LockObserver {
  /** Reports to the user who waits. */
  readonly log: ((message: Sentence) => void) | undefined
  /** Another session, which checks while the first one waits. */
  readonly openSession: () => Promise<MysqlSession>
  /** Sessions of the same run. */
  readonly own: ReadonlySet<string>
}

export interface LockWait extends LockObserver {
  readonly targets: readonly TableName[]
  /** Stops the waiting statement after this time. Absent: the work has its own limits. */
  readonly patienceMs?: number
}

/** What the watched work may report. */
export interface LockProgress {
  /** It has its locks; further time is not a wait. */
  through(): void
  /** A lock was refused, and it will retry. */
  refused(): void
}

/**
 * Runs work that may wait for locks, and reports the holder after five seconds. The server's own limit is not used when tables are
 * described, because MariaDB then answers as if the table did not exist, without an error.
 * @throws ConnectorError `TABLE_BUSY`, with the holder of the table; otherwise the error of `work`
 */
export async function waitForLocks<T>(
  session: MysqlSession,
  wait: LockWait,
  work: (news: LockProgress) => Promise<T>,
): Promise<T> {
  const watch = new LockWatch(session, wait)
  try {
    const done = await work(watch)
    // Stopped work may still have returned a result, but an incomplete one.
    if (watch.hasStopped) throw watch.busy(undefined)
    return done
  } catch (error) {
    const isRefused = !(error instanceof ConnectorError) && mysqlProblem(error).code === 'TABLE_BUSY'
    throw watch.hasStopped || isRefused ? watch.busy(error) : error
  } finally {
    await watch.end()
  }
}

class LockWatch implements LockProgress {
  readonly #session: MysqlSession
  readonly #wait: LockWait
  readonly #began = performance.now()
  readonly #over = new AbortController()
  #wasRefused = false
  #holder: Holder | undefined
  #stopping: Promise<void> | undefined

  constructor(session: MysqlSession, wait: LockWait) {
    this.#session = session
    this.#wait = wait
    // If the check fails, the work continues.
    this.#look().catch(() => {})
  }

  get hasStopped(): boolean {
    return this.#stopping !== undefined
  }

  through(): void {
    this.#over.abort()
  }

  refused(): void {
    this.#wasRefused = true
  }

  /** The next statement may begin only after this one has ended, because otherwise the stop would hit the next one. */
  async end(): Promise<void> {
    this.through()
    await this.#stopping
  }

  busy(cause: unknown): ConnectorError {
    const problem = mysqlProblem(Object.assign(new Error(), { errno: LOCK_WAIT_TIMEOUT }))
    const message = this.#holder ? sentence`Somebody else holds ${this.#holder.text}` : problem.message
    return new ConnectorError({ ...problem, message }, { cause })
  }

  async #look(): Promise<void> {
    const { signal } = this.#over
    const { own, log, targets, patienceMs = Number.POSITIVE_INFINITY } = this.#wait
    const { threadId } = this.#session.facts
    await sleep(LOG_AFTER_MS, undefined, { signal, ref: false })
    const other = await this.#openAnother()
    try {
      let since: number | undefined = this.#began
      let reported: 'supposed' | 'known' | undefined
      let pause = LOOK_EVERY_MS
      for (let looks = 1; !signal.aborted; looks++) {
        const holder = await findHolder(other, { threadId, targets, own, wasRefused: this.#wasRefused })
        if (signal.aborted) return
        // Work that was active a moment ago begins to wait now.
        since = holder && (since ?? performance.now())
        if (holder && since !== undefined) {
          this.#holder = holder
          const isEnough = performance.now() - since >= patienceMs
          // Between two attempts no wait is visible, but a moment later it is.
          const isSure = isEnough || looks >= SURE_AFTER
          const isNews = holder.isKnown ? reported !== 'known' : reported === undefined && isSure
          if (isNews) log?.(sentence`Waiting for ${holder.text}`)
          if (isNews) reported = holder.isKnown ? 'known' : 'supposed'
          if (isEnough) {
            this.#stopping = this.#session.cancel().catch(() => {})
            return
          }
        }
        pause = holder ? LOOK_EVERY_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
        await sleep(pause, undefined, { signal, ref: false })
      }
    } finally {
      await other.close()
    }
  }

  /** A server that accepts no connections at this moment may accept one later. */
  async #openAnother(): Promise<MysqlSession> {
    for (;;) {
      try {
        return await this.#wait.openSession()
      } catch {
        await sleep(LONGEST_PAUSE_MS, undefined, { signal: this.#over.signal, ref: false })
      }
    }
  }
}

/** ER_LOCK_WAIT_TIMEOUT */
const LOCK_WAIT_TIMEOUT = 1205
