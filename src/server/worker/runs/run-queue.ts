import { setTimeout } from 'node:timers/promises'
import { PgBoss, type Job as QueuedJob } from 'pg-boss'
import { RUN_LIMITS } from '../../../core/catalog/runs/run-limits.ts'
import type { Enqueue } from '../../domain/runs/start-run.ts'
import { describeError, framesOf } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Query } from '../../store/database/database.ts'
import type { Listening, Notifications } from '../../store/database/notifications.ts'
import { isStoreUnavailable } from '../../store/database/store-unavailable.ts'
import { type EnqueueAgain, enqueueAgainOn, QUEUE, QUEUE_SCHEMA, within } from './enqueue-again.ts'
import { LeftInQueue } from './left-in-queue.ts'

/** A worker without a heartbeat for this long counts as dead; its run goes to another. Ten seconds is pg-boss's minimum. */
const HEARTBEAT_SECONDS = 10
const HEARTBEAT_REFRESH_SECONDS = 3
const SUPERVISE_SECONDS = 5
const POLL_SECONDS = 2

/** How long a stopping process waits until its runs are released. */
const HAND_BACK_MS = 2_000

/** The data that a worker gets with a run. */
export interface HeldJob {
  /** The ticket of the attempt after a pause; 0 for the first. */
  readonly ticket: number
  /** Whether no other worker has got the run since: a worker that was paused between fetching and claiming notices it here. */
  isHeld(query: Query): Promise<boolean>
}

/** The queue of runs: jobs that name a run, each assigned to one live worker at a time. */
export interface RunQueue {
  readonly enqueue: Enqueue
  readonly enqueueAgain: EnqueueAgain
  /** Fetches runs until `stop`; `signal` is aborted when another worker has got the run or this one is stopping. */
  work(handle: (runId: string, signal: AbortSignal, job: HeldJob) => Promise<void>): Promise<void>
  start(): Promise<void>
  /** Leaves queued runs to others; settles when the active runs have ended. */
  stopTaking(): Promise<void>
  /** Fetches no more runs and returns the active ones to the queue, for another worker or the next start. */
  handBack(): Promise<void>
  /** Called after `handBack` if runs were fetched. */
  stop(): Promise<void>
}

interface Options {
  readonly databaseUrl: string
  readonly notifications: Pick<Notifications, 'listen'>
  readonly log: Log
  /** Runs that one worker process moves at the same time, of any account. */
  readonly concurrency: number
  /** Additional runs, each of an account without another active run, so that long runs of a few accounts do not block the others. */
  readonly reserved: number
  /** How long runs may continue before they go back to the queue. */
  readonly finishMs: number
}

const WORK_OPTIONS = {
  // A slot looks when it is woken.
  pollingIntervalSeconds: 60,
  heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
  batchSize: 1,
}

const QUEUE_OPTIONS = {
  // It would notify inside the transaction that starts a run.
  notify: false,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // The maximum of the queue: a missing heartbeat, not the age, shows that a worker is dead.
  expireInSeconds: 24 * 60 * 60,
  // The count also includes runs without a free slot; the run's history decides about runs that kill workers.
  retryLimit: 1_000,
  retryDelay: 0,
  deleteAfterSeconds: 24 * 60 * 60,
}

export function makeRunQueue({ databaseUrl, notifications, log, concurrency, reserved, finishMs }: Options): RunQueue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'millrace queue',
    schema: QUEUE_SCHEMA,
    max: 4,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.warn('queue', { error: describeError(error) }))

  const stopping = new AbortController()
  const working = new Set<Promise<void>>()
  /** Slots without a run: those for any account come first, because they take whatever the others would. */
  const idle = { any: new Set<string>(), reserved: new Set<string>() }
  let polling: NodeJS.Timeout | undefined
  let listening: Listening | undefined

  /** One slot looks; when it finds a run, it wakes the next. */
  const wake = () => {
    const [first] = [...idle.any, ...idle.reserved]
    if (first !== undefined) boss.notifyWorker(first)
  }
  const stopWaking = () => {
    clearInterval(polling)
    listening?.end()
  }

  return {
    enqueue: async (query, { id, account, turn }) => {
      await boss.send(QUEUE, { runId: id }, { db: within(query), id, priority: -turn, group: { id: account } })
    },
    enqueueAgain: enqueueAgainOn(boss),
    work: async (handle) => {
      const run = (job: Job) => runJob(job, handle, { log, stopping: stopping.signal, working })
      for (let slot = 0; slot < concurrency + reserved; slot += 1) {
        const isReserved = slot >= concurrency
        const free = isReserved ? idle.reserved : idle.any
        const options = { ...WORK_OPTIONS, groupConcurrency: isReserved ? 1 : RUN_LIMITS.active }
        const id = await boss.work<JobData>(QUEUE, options, async ([job]) => {
          if (!job) return
          free.delete(id)
          // More jobs may be waiting, for other slots now and for this one afterwards.
          wake()
          await run(job).finally(() => {
            free.add(id)
            boss.notifyWorker(id)
          })
        })
        free.add(id)
      }
      listening = notifications.listen('millrace_queue', wake)
      // Only polling finds the runs of a dead worker.
      polling = setInterval(wake, POLL_SECONDS * 1_000)
    },
    start: async () => {
      await boss.start()
      await boss.createQueue(QUEUE)
      await boss.updateQueue(QUEUE, QUEUE_OPTIONS)
    },
    stopTaking: () => {
      stopWaking()
      return boss.offWork(QUEUE)
    },
    handBack: async () => {
      stopWaking()
      await Promise.race([boss.offWork(QUEUE), setTimeout(finishMs, undefined, { ref: false })])
      stopping.abort()
      await Promise.race([Promise.allSettled(working), setTimeout(HAND_BACK_MS)])
    },
    stop: () => boss.stop({ graceful: false, close: true }),
  }
}

type JobData = { runId?: string; ticket?: number } | null
type Job = QueuedJob<JobData>

interface Work {
  readonly log: Log
  readonly stopping: AbortSignal
  readonly working: Set<Promise<void>>
}

/** Executes the run of a job; rejects if the queue must keep the job. */
async function runJob(
  job: Job,
  handle: Parameters<RunQueue['work']>[0],
  { log, stopping, working }: Work,
): Promise<void> {
  const { runId, ticket = 0 } = job.data ?? {}
  // Perhaps written by another version; a retry would change nothing.
  if (runId === undefined || !RUN_ID.test(runId)) return log.error('a job that names no run', { job: job.id })
  const work = handle(runId, AbortSignal.any([job.signal, stopping]), { ticket, isHeld: (query) => isHeld(query, job) })
  working.add(work)
  // The queue keeps the job without logging anything.
  work.catch((error: unknown) => {
    if (error instanceof LeftInQueue || stopping.aborted || job.signal.aborted) return
    const found = { runId, error: describeError(error), stack: framesOf(error) }
    if (isStoreUnavailable(error)) log.warn('run waits for the store', found)
    else log.error('run could not be begun', found)
  })
  await work.finally(() => working.delete(work))
}

/** A job that is assigned again counts one more attempt. */
const isHeld = async (query: Query, { id, retryCount }: { id: string; retryCount: number }): Promise<boolean> => {
  const held = await query(
    `select from millrace_queue.job where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [QUEUE, id, retryCount],
  )
  return held.length === 1
}

const RUN_ID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/
