import { setTimeout as sleep } from 'node:timers/promises'
import { familyOf } from '../bench/process-cpu.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { type Database, run } from './move-between.ts'

/** A server that has been killed does not take sessions for a moment. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 100) throw error
      await sleep(200)
    }
  }
}

const backends = ({ processId }: RunningPostgres) => familyOf(processId).map(({ id }) => id)

/** One killed session is a crash of the whole server, which then recovers from its log. */
export async function crash(server: RunningPostgres, database: Database): Promise<void> {
  const [row] = await patiently(() => run(database, 'SELECT pg_backend_pid() AS pid'))
  process.kill(Number(row?.['pid']), 'SIGKILL')
  await sleep(50)
  await patiently(() => run({ ...server, database: database.database }, 'SELECT 1'))
}

/** It answers nobody, and ends no connection. */
export async function hang(server: RunningPostgres, milliseconds: number): Promise<void> {
  const stopped = backends(server)
  for (const id of stopped) process.kill(id, 'SIGSTOP')
  await sleep(milliseconds)
  for (const id of stopped) process.kill(id, 'SIGCONT')
}
