import { PgBoss } from 'pg-boss'
import { describeError } from '../ports/describe-error.ts'
import type { Log } from '../ports/log.ts'
import type { Query } from '../store/database.ts'

const QUEUE = 'runs'

/** A worker that says nothing for this long is taken for dead; its run goes to another. Ten seconds is pg-boss's least. */
const HEARTBEAT_SECONDS = 10
const HEARTBEAT_REFRESH_SECONDS = 3
const SUPERVISE_SECONDS = 5

/** The queue of runs: jobs that name a run, each given to one live worker at a time. */
export interface RunQueue {
  /** Within the caller's transaction. */
  enqueue(query: Query, runId: string): Promise<void>
  /** Takes runs until `stop`; `signal` fires when another worker has been given the run. */
  work(handle: (runId: string, signal: AbortSignal) => Promise<void>): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  readonly databaseUrl: string
  readonly log: Log
  /** Runs that one worker process moves at the same time. */
  readonly concurrency: number
}

export function makeRunQueue({ databaseUrl, log, concurrency }: Options): RunQueue {
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

  return {
    enqueue: async (query, runId) => {
      const db = { executeSql: async (sql: string, values?: unknown[]) => ({ rows: await query(sql, values) }) }
      await boss.send(QUEUE, { runId }, { db, id: runId })
    },
    work: async (handle) => {
      const options = {
        localConcurrency: concurrency,
        pollingIntervalSeconds: 2,
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
        batchSize: 1,
      }
      await boss.work<{ runId: string }>(QUEUE, options, async ([job]) => {
        if (job) await handle(job.data.runId, job.signal)
      })
    },
    start: async () => {
      await boss.start()
      await boss.createQueue(QUEUE, { notify: true })
      await boss.updateQueue(QUEUE, {
        notify: true,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        // The longest that the queue allows: silence, not age, says that a worker is gone.
        expireInSeconds: 24 * 60 * 60,
        retryLimit: 100,
        retryDelay: 0,
        deleteAfterSeconds: 24 * 60 * 60,
      })
    },
    stop: () => boss.stop({ graceful: false, close: true }),
  }
}
