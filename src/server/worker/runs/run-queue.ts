import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, framesOf } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { Listening, Notifications } from '../../store/database/notifications.ts'
import { isStoreUnavailable } from '../../store/database/store-unavailable.ts'
import {
  giveRunBack,
  isHeldBy,
  removeWorker,
  type TakenRun,
  takeRuns,
  type WorkerRow,
} from '../../store/runs/run-queue.ts'
import { Heartbeat } from './heartbeat.ts'
import { LeftInQueue } from './left-in-queue.ts'

const POLL_MS = 2_000

/** How long a stopping process waits until its runs are released. */
const HAND_BACK_MS = 2_000

/** Before a run is tried again that could not be begun. */
const PAUSE_MS = 1_000

/** The data that a worker gets with a run. */
export interface HeldJob {
  /** The ticket of the attempt after a pause; 0 for the first. */
  readonly ticket: number
  /** Whether no other worker has got the run since: a worker that was paused between taking and claiming notices it here. */
  isHeld(query: Query): Promise<boolean>
}

/** Moves a run that was taken; `signal` is aborted when another worker has got it, or this one is stopping. Rejects to leave it to the next. */
type Handle = (runId: string, signal: AbortSignal, job: HeldJob) => Promise<void>

interface Options {
  /** With sessions of its own: a worker whose calls wait for one must not count as dead. */
  readonly database: Database
  readonly notifications: Pick<Notifications, 'listen'>
  readonly log: Log
  /** The class of runs that this worker takes; empty: those without one. */
  readonly workerClass: string
  /** Runs that one worker process moves at the same time, of any account. */
  readonly concurrency: number
  /** Additional runs, each of an account without another active run, so that long runs of a few accounts do not block the others. */
  readonly reserved: number
  /** How long runs may continue before they go back to the queue. */
  readonly finishMs: number
}

/** The queue of runs, in the store: each is assigned to one live worker at a time. This is one of the workers. */
export class RunQueue {
  readonly #options: Options
  readonly #worker: WorkerRow
  readonly #heartbeat: Heartbeat
  readonly #stopping = new AbortController()
  readonly #working = new Set<Promise<void>>()
  readonly #free: { any: number; reserved: number }
  #handle: Handle | undefined
  #polling: NodeJS.Timeout | undefined
  #listening: Listening | undefined
  #isLooking = false
  #isAskedAgain = false

  constructor(options: Options) {
    const { database, log, workerClass, concurrency, reserved } = options
    this.#options = options
    this.#worker = { id: randomUUID(), class: workerClass, slots: concurrency + reserved }
    this.#free = { any: concurrency, reserved }
    this.#heartbeat = new Heartbeat({ database, log, worker: this.#worker })
  }

  /** Takes runs until one of the others is called. */
  async work(handle: Handle): Promise<void> {
    this.#handle = handle
    await this.#heartbeat.start()
    this.#listening = this.#options.notifications.listen('millrace_queue', () => void this.#look())
    // Only polling finds the runs of a dead worker, and those whose pause is over.
    this.#polling = setInterval(() => void this.#look(), POLL_MS)
    void this.#look()
  }

  /** Leaves queued runs to others; settles when the active runs have ended. */
  async stopTaking(): Promise<void> {
    this.#stopLooking()
    await Promise.allSettled(this.#working)
  }

  /** Takes no more runs and returns the active ones to the queue, for another worker or the next start. */
  async handBack(): Promise<void> {
    const { database, log, finishMs } = this.#options
    const ended = () => Promise.allSettled(this.#working)
    this.#stopLooking()
    await Promise.race([ended(), sleep(finishMs, undefined, { ref: false })])
    this.#stopping.abort()
    await Promise.race([ended(), sleep(HAND_BACK_MS, undefined, { ref: false })])
    await this.#heartbeat.stop()
    await database
      .asSystem((query) => removeWorker(query, this.#worker.id))
      .catch((error: unknown) => log.warn('queue', { error: describeError(error) }))
  }

  #stopLooking(): void {
    this.#handle = undefined
    clearInterval(this.#polling)
    this.#listening?.end()
  }

  /** One look at a time: whoever is woken meanwhile looks afterwards. */
  async #look(): Promise<void> {
    this.#isAskedAgain = true
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      while (this.#isAskedAgain && this.#handle && this.#free.any + this.#free.reserved > 0) {
        this.#isAskedAgain = false
        if ((await this.#take(this.#handle)) > 0) this.#isAskedAgain = true
      }
    } catch (error) {
      this.#options.log.warn('queue', { error: describeError(error) })
    } finally {
      this.#isLooking = false
    }
  }

  async #take(handle: Handle): Promise<number> {
    const { any, reserved } = this.#free
    // A part of them, so that other workers that look at the same time get some, too.
    const most = Math.ceil(this.#options.concurrency / 4)
    const isLast = any <= most
    const wanted = { worker: this.#worker, slots: Math.min(any, most), reserved: isLast ? Math.min(reserved, most) : 0 }
    const take = () => this.#options.database.asSystem((query) => takeRuns(query, wanted))
    const taken = await this.#heartbeat.whileTaking(take)
    for (const run of taken) {
      const slots = run.is_reserved ? 'reserved' : 'any'
      this.#free[slots]--
      const work = this.#perform(run, handle).finally(() => {
        this.#free[slots]++
        this.#working.delete(work)
        void this.#look()
      })
      this.#working.add(work)
    }
    return taken.length
  }

  async #perform(run: TakenRun, handle: Handle): Promise<void> {
    const worker = this.#worker.id
    const signal = AbortSignal.any([this.#heartbeat.hold(run), this.#stopping.signal])
    const job = { ticket: run.ticket, isHeld: (query: Query) => isHeldBy(query, worker, run) }
    try {
      await handle(run.run, signal, job)
    } catch (error) {
      const isExpected = error instanceof LeftInQueue || signal.aborted
      if (!isExpected) this.#report(run.run, error)
      // If the store is away, the next heartbeat gives it back.
      const back = (query: Query) => giveRunBack(query, worker, run, isExpected ? 0 : PAUSE_MS)
      await this.#options.database.asSystem(back).catch(() => undefined)
    } finally {
      this.#heartbeat.release(run)
    }
  }

  #report(runId: string, error: unknown): void {
    const { log } = this.#options
    const found = { runId, error: describeError(error), stack: framesOf(error) }
    if (isStoreUnavailable(error)) log.warn('run waits for the store', found)
    else log.error('run could not be begun', found)
  }
}
