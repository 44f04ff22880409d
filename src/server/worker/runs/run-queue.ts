import { setTimeout } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { RUN_LIMITS } from '../../../core/catalog/run-limits.ts'
import type { Enqueue } from '../../domain/runs/start-run.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Query } from '../../store/database/database.ts'

const QUEUE = 'runs'

/** A worker that says nothing for this long is taken for dead; its run goes to another. Ten seconds is pg-boss's least. */
const HEARTBEAT_SECONDS = 10
const HEARTBEAT_REFRESH_SECONDS = 3
const SUPERVISE_SECONDS = 5
const POLL_SECONDS = 2

/** How long a stopping process waits for its runs to let go of their servers. */
const HAND_BACK_MS = 2_000

/** A run that has waited, on its way into the queue again. */
interface WaitingRun {
  readonly id: string
  readonly organizationId: string
  readonly ticket: number
}

/** Within the caller's transaction. @param pause in milliseconds */
export type EnqueueAgain = (query: Query, run: WaitingRun, pause: number) => Promise<void>

/** What a worker was given with a run. */
export interface HeldJob {
  /** Of the attempt that a pause was for; 0 for the first. */
  readonly ticket: number
  /** Whether no other worker has been given the run since: one that was paused between taking and claiming learns it here. */
  isHeld(query: Query): Promise<boolean>
}

/** The queue of runs: jobs that name a run, each given to one live worker at a time. */
export interface RunQueue {
  readonly enqueue: Enqueue
  readonly enqueueAgain: EnqueueAgain
  /** Takes runs until `stop`; `signal` fires when another worker has been given the run or this one is stopping. */
  work(handle: (runId: string, signal: AbortSignal, job: HeldJob) => Promise<void>): Promise<void>
  start(): Promise<void>
  /** Leaves what is queued to others; settles when the runs under way have ended. */
  stopTaking(): Promise<void>
  /** Takes no more runs and hands those under way back, to be taken up by another worker or after the next start. */
  handBack(): Promise<void>
  /** After `handBack` where runs were taken. */
  stop(): Promise<void>
}

interface Options {
  readonly databaseUrl: string
  readonly log: Log
  /** Runs that one worker process moves at the same time. */
  readonly concurrency: number
  /** How long runs may go on before they are handed back. */
  readonly finishMs: number
}

const WORK_OPTIONS = {
  groupConcurrency: RUN_LIMITS.active,
  // Notifications wake workers for new runs; only polling finds those that a dead worker left.
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
  heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
  batchSize: 1,
}

const QUEUE_OPTIONS = {
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // The longest that the queue allows: silence, not age, says that a worker is gone.
  expireInSeconds: 24 * 60 * 60,
  // Also counts those that found no room; what ends a run that takes workers with it is in its history.
  retryLimit: 1_000,
  retryDelay: 0,
  deleteAfterSeconds: 24 * 60 * 60,
}

export function makeRunQueue({ databaseUrl, log, concurrency, finishMs }: Options): RunQueue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'millrace queue',
    schema: 'millrace_queue',
    max: 4,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.warn('queue', { error: describeError(error) }))

  const stopping = new AbortController()
  const working = new Set<Promise<void>>()

  return {
    enqueue: async (query, { id, organizationId, turn }) => {
      await boss.send(QUEUE, { runId: id }, { db: within(query), id, priority: -turn, group: { id: organizationId } })
    },
    // Before all that have not begun.
    enqueueAgain: async (query, { id, organizationId, ticket }, pause) => {
      const startAfter = Math.ceil(pause / 1_000)
      await boss.send(QUEUE, { runId: id, ticket }, { db: within(query), startAfter, group: { id: organizationId } })
    },
    work: async (handle) => {
      for (let slot = 0; slot < concurrency; slot += 1) {
        const id = await boss.work<{ runId?: string; ticket?: number } | null>(QUEUE, WORK_OPTIONS, async ([job]) => {
          if (!job) return
          const { runId, ticket = 0 } = job.data ?? {}
          // Written by another version, perhaps; to try it again would change nothing.
          if (runId === undefined || !RUN_ID.test(runId)) return log.error('a job that names no run', { job: job.id })
          const work = handle(runId, AbortSignal.any([job.signal, stopping.signal]), {
            ticket,
            isHeld: (query) => isHeld(query, job),
          })
          working.add(work)
          await work.finally(() => working.delete(work))
          // More may be waiting: to look at once and not at the next poll.
          boss.notifyWorker(id)
        })
      }
    },
    start: async () => {
      await boss.start()
      await boss.createQueue(QUEUE, { notify: true })
      await boss.updateQueue(QUEUE, QUEUE_OPTIONS)
    },
    stopTaking: () => boss.offWork(QUEUE),
    handBack: async () => {
      await Promise.race([boss.offWork(QUEUE), setTimeout(finishMs, undefined, { ref: false })])
      stopping.abort()
      await Promise.race([Promise.allSettled(working), setTimeout(HAND_BACK_MS)])
    },
    stop: () => boss.stop({ graceful: false, close: true }),
  }
}

/** A job that is given out again counts one more try. */
const isHeld = async (query: Query, { id, retryCount }: { id: string; retryCount: number }): Promise<boolean> => {
  const held = await query(
    `select from millrace_queue.job where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [QUEUE, id, retryCount],
  )
  return held.length === 1
}

const RUN_ID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/

const within = (query: Query) => ({
  executeSql: async (sql: string, values?: unknown[]) => ({ rows: await query(sql, values) }),
})
