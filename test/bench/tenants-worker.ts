import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { endRun } from '../../src/server/domain/runs/end-run.ts'
import { saveProgress } from '../../src/server/domain/runs/save-progress.ts'
import { makeScheduler } from '../../src/server/schedules/scheduler.ts'
import { makeAnnouncer } from '../../src/server/store/database/announcer.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { makeNotifications } from '../../src/server/store/database/notifications.ts'
import type { RunRow } from '../../src/server/store/runs/run-rows.ts'
import { makeExecuteRun } from '../../src/server/worker/runs/execute-run.ts'
import { RunQueue } from '../../src/server/worker/runs/run-queue.ts'
import { StreamTotals } from '../../src/server/worker/runs/stream-totals.ts'

/** A worker that starts due flows, takes runs and ends them as others do, and moves no rows: the store has all of its work, the machine little of it. */
const { databaseUrl, role, slots } = JSON.parse(readFileSync(0, 'utf8')) as {
  databaseUrl: string
  role: string | undefined
  slots: number
}
const MOVES_MS = 300

const onError = (error: Error) => console.error(error.message)
const say = (message: string, fields?: object) => console.error(message, JSON.stringify(fields ?? {}))
const log = { debug: () => {}, info: () => {}, warn: say, error: say }
const notifications = makeNotifications({ databaseUrl, onError })
const announcer = makeAnnouncer({ send: notifications.send, onError })
const database = openDatabase({ databaseUrl, role, onError, announce: announcer.announce, prepares: true })
const queue = new RunQueue({
  database: openDatabase({ databaseUrl, onError, announce: announcer.announce, connections: 2, prepares: true }),
  notifications,
  log,
  workerClass: '',
  concurrency: slots,
  reserved: 0,
  finishMs: 1_000,
})
const scheduler = makeScheduler({ database, notifications, log })
const executeRun = makeExecuteRun({ database, log, attempt: ({ run }) => attempt(run) })

await notifications.start()
await queue.work((runId, lost, job) => executeRun(runId, lost, job))
scheduler.start()
console.log('ready')

async function attempt(run: RunRow): Promise<void> {
  const counts = { rows_filtered: 0, rows_rejected: 0, rows_written: 0, bytes: 0 }
  const changes = (status: 'running' | 'succeeded') => {
    const totals = new StreamTotals()
    const stream = {
      entity: 'public.orders',
      target: 'public.orders',
      status,
      ...counts,
      rows_read: Date.now(),
    } as const
    totals.replace(undefined, stream)
    return { streams: [{ ordinal: 0, stream }], totals: totals.row(), pace: [], columns: [], servers: {} }
  }
  await database.asSystem((query) => saveProgress(query, run, changes('running'), { status: 'running' }))
  await sleep(MOVES_MS)
  await database.asSystem((query) => endRun(query, run, changes('succeeded'), { status: 'succeeded' }))
}
