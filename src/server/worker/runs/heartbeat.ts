import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import {
  beat,
  giveRunBack,
  type HeldRun,
  listQueued,
  queueMissingRuns,
  removeDeadWorkers,
  type WorkerRow,
} from '../../store/runs/run-queue.ts'

const BEAT_MS = 3_000

/** Ten seconds without one, and a worker counts as dead. */
const SILENT_MS = 10_000

/** How often it looks for runs that should be in the queue. */
const MISSING_MS = 30_000

interface Options {
  readonly database: Database
  readonly log: Log
  readonly worker: WorkerRow
}

/** Tells the store that a worker lives, by one statement for all its runs, and looks after the runs of those that do not. */
export class Heartbeat {
  readonly #options: Options
  readonly #held = new Map<string, { readonly run: HeldRun; readonly lost: AbortController }>()
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()
  #taking = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #missingAt = Number.NEGATIVE_INFINITY
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.#beat()
    this.#timer = setInterval(() => {
      this.#beating = this.#beating.then(() => (this.#isStopped ? undefined : this.#beat()))
    }, BEAT_MS)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#beating
  }

  /** What is taken meanwhile is known only afterwards. */
  async whileTaking<T>(take: () => Promise<T>): Promise<T> {
    this.#taking++
    try {
      return await take()
    } finally {
      this.#taking--
    }
  }

  /** @returns a signal that is aborted when the queue has given the run to somebody else */
  hold(run: HeldRun): AbortSignal {
    const lost = new AbortController()
    this.#held.set(run.run, { run, lost })
    return lost.signal
  }

  release({ run, given }: HeldRun): void {
    if (this.#held.get(run)?.run.given === given) this.#held.delete(run)
  }

  async #beat(): Promise<void> {
    const { database, log, worker } = this.#options
    try {
      const asked = [...this.#held.values()]
      const mayBeUnknown = this.#taking > 0
      const rows = await database.asSystem((query) => beat(query, worker))
      await this.#noticeLost(asked, rows)
      if (!mayBeUnknown && this.#taking === 0) await this.#giveBackUnknown(rows)
      // After the store was away, everybody has been silent for a while.
      if (performance.now() - this.#failedAt > SILENT_MS) await database.asSystem(removeDeadWorkers)
      if (performance.now() - this.#missingAt > MISSING_MS) {
        this.#missingAt = performance.now()
        const count = await database.asSystem(queueMissingRuns)
        if (count > 0) log.info('Runs are put into the queue again.', { runs: count })
      }
    } catch (error) {
      this.#failedAt = performance.now()
      log.warn('queue', { error: describeError(error) })
    }
  }

  async #noticeLost(
    asked: readonly { readonly run: HeldRun; readonly lost: AbortController }[],
    rows: readonly HeldRun[],
  ) {
    const given = new Map(rows.map((row) => [row.run, row.given]))
    const missing = asked.filter(({ run }) => given.get(run.run) !== run.given && this.#held.get(run.run)?.run === run)
    if (missing.length === 0) return
    const ids = missing.map(({ run }) => run.run)
    const queued = new Set(
      (await this.#options.database.asSystem((query) => listQueued(query, ids))).map(({ run }) => run),
    )
    // One that is not in the queue has ended, perhaps just now and here.
    for (const { run, lost } of missing) if (queued.has(run.run)) lost.abort()
  }

  /** The answer that told of them was lost, or the store was away when they should have been given back. */
  async #giveBackUnknown(rows: readonly HeldRun[]) {
    const { database, worker } = this.#options
    const unknown = rows.filter(({ run, given }) => this.#held.get(run)?.run.given !== given)
    for (const run of unknown) await database.asSystem((query) => giveRunBack(query, worker.id, run, 0))
  }
}
