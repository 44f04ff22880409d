import { readFileSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'

import { openDatabase } from '../../src/server/store/database/database.ts'
import type { RunStreamRow } from '../../src/server/store/runs/run-rows.ts'
import { saveRun } from '../../src/server/store/runs/runs.ts'
import { StreamTotals } from '../../src/server/worker/runs/stream-totals.ts'
import type { WrittenRun } from './watching.ts'

/** Writes the progress of all runs as workers do, ten times a second each. */
const { databaseUrl, runs, seconds } = JSON.parse(readFileSync(0, 'utf8')) as {
  databaseUrl: string
  runs: WrittenRun[]
  seconds: number
}
const database = openDatabase({ databaseUrl, onError: (error) => console.error(error) })
const end = Date.now() + seconds * 1_000
await Promise.all(runs.map(write))
await database.close()

async function write({ runId, epoch }: WrittenRun): Promise<void> {
  const counts = { rows_filtered: 0, rows_rejected: 0, rows_written: 0, bytes: 0 }
  const totals = new StreamTotals()
  let before: RunStreamRow | undefined
  for await (const _ of setInterval(100)) {
    if (Date.now() > end) return
    const stream = { entity: 'public.orders', target: 'orders', status: 'running', ...counts, rows_read: Date.now() }
    totals.replace(before, stream)
    before = stream
    const change = { runId, epoch, status: 'running', streams: [{ ordinal: 0, stream }], totals: totals.row() } as const
    await database.asSystem((query) => saveRun(query, change))
  }
}
