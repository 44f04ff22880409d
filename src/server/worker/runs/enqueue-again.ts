import type { PgBoss } from 'pg-boss'

import type { Query } from '../../store/database/database.ts'

export const QUEUE = 'runs'

export const QUEUE_SCHEMA = 'millrace_queue'

/** A run after its pause, which goes into the queue again. */
interface WaitingRun {
  readonly id: string
  /** Whose active runs it counts among. */
  readonly account: string
  readonly ticket: number
}

/** Within the caller's transaction. @param pause in milliseconds */
export type EnqueueAgain = (query: Query, run: WaitingRun, pause: number) => Promise<void>

/** It has priority over all runs that have not begun. */
export const enqueueAgainOn =
  (boss: Pick<PgBoss, 'send'>): EnqueueAgain =>
  async (query, { id, account, ticket }, pause) => {
    const startAfter = Math.ceil(pause / 1_000)
    await boss.send(QUEUE, { runId: id, ticket }, { db: within(query), startAfter, group: { id: account } })
  }

/** In a process that has no queue of its own: a run is rarely tried again. */
export const makeEnqueueAgain =
  (databaseUrl: string): EnqueueAgain =>
  async (...job) => {
    const queue = await import('pg-boss')
    const boss = new queue.PgBoss({
      connectionString: databaseUrl,
      application_name: 'millrace queue',
      schema: QUEUE_SCHEMA,
      max: 1,
      migrate: false,
      supervise: false,
      schedule: false,
    })
    // The call that fails reports it.
    boss.on('error', () => undefined)
    try {
      await boss.start()
      await enqueueAgainOn(boss)(...job)
    } finally {
      await boss.stop({ graceful: false, close: true })
    }
  }

export const within = (query: Query) => ({
  executeSql: async (sql: string, values?: unknown[]) => ({ rows: await query(sql, values) }),
})
