import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Log } from '../../../src/server/host/log.ts'
import { NO_TRACER } from '../../../src/server/host/tracing.ts'
import { APPLICATION_ROLE } from '../../../src/server/store/database/application-role.ts'
import { openDatabase } from '../../../src/server/store/database/database.ts'
import { findRunOfAny } from '../../../src/server/store/runs/runs.ts'
import { performRunsInProcesses } from '../../../src/server/tasks/perform-runs-in-processes.ts'
import { TaskProcesses } from '../../../src/server/tasks/task-processes.ts'
import { LeftInQueue } from '../../../src/server/worker/runs/left-in-queue.ts'
import { addPostgresConnection, urlOfDatabase } from '../../support/add-postgres-connection.ts'
import { run } from '../../support/run-sql.ts'
import { type Api, newStore, startApi } from '../../support/start-api.ts'
import { processOfPort, taskProcesses } from './process-of-port.ts'

const LONG = 60_000

describe('a run in a process of its own', () => {
  let store: Awaited<ReturnType<typeof newStore>>
  let api: Api
  const organizations: Record<string, string> = {}
  const ends: Record<string, object> = {}

  beforeAll(async () => {
    store = await newStore()
    api = await startApi({ startsTasks: true, beside: store, environment: { TASK_MEMORY: '256' } })
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    for (const owner of ['ann', 'bob']) {
      organizations[owner] = `/v1/organizations/${await api.organizationOf(owner)}`
      await run(urlOfDatabase(api, 'shop'), `create table ${owner} as select n as id from generate_series(1, 5000) n`)
      const connect = (name: string) => addPostgresConnection(api, owner, organizations[owner] ?? '', name)
      ends[owner] = {
        source_connection: { id: await connect('shop') },
        destination_connection: { id: await connect('warehouse') },
      }
    }
  }, LONG)
  afterAll(async () => {
    await api.stop()
    await store.postgres.stop()
  })

  /** A flow that copies a table, and what one does with its run. */
  async function flowOf(owner: string, table = owner, stream = {}) {
    const base = organizations[owner] ?? ''
    const streams = [{ entity: `public.${table}`, target: `public.${table}`, mode: 'replace', ...stream }]
    const body = { name: randomUUID(), ...ends[owner], config: { streams, transformations: [] } }
    const flow = await api.call(owner, 'POST', `${base}/flows`, body)
    const started = await api.call(owner, 'POST', `${base}/flows/${flow.body.id}/run`)
    const id: string = started.body.run_id
    const read = async () => (await api.call(owner, 'GET', `${base}/runs/${id}`)).body
    const inState = (state: object, milliseconds = 20_000) =>
      expect.poll(read, { timeout: milliseconds, interval: 50 }).toMatchObject(state)
    return {
      id,
      read,
      inState,
      begins: () => inState({ attempt: 1 }),
      cancel: () => api.call(owner, 'POST', `${base}/runs/${id}/cancel`),
      log: async () => (await api.call(owner, 'GET', `${base}/runs/${id}/log`)).body,
      arrived: () =>
        run(
          urlOfDatabase(api, 'warehouse'),
          `select count(*)::int as rows, count(distinct id)::int as ids from ${table}`,
        ),
    }
  }

  /** Lets no run read a table until it is released. */
  async function hold(table: string) {
    const holder = new pg.Client({ connectionString: urlOfDatabase(api, 'shop') })
    await holder.connect()
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    return async () => {
      await holder.query('commit')
      await holder.end()
    }
  }

  /** The process whose session waits for the table. */
  async function processOf(table: string): Promise<number> {
    const waiting = `select client_port as port from pg_locks join pg_stat_activity using (pid)
      where not granted and relation = '${table}'::regclass`
    const found = () => run<{ port: number }>(urlOfDatabase(api, 'shop'), waiting)
    await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(1)
    const [{ port = 0 } = {}] = await found()
    const pid = processOfPort(port, taskProcesses())
    if (pid === undefined) throw new Error('no process has this session')
    return pid
  }

  it(
    'moves every row, logs with the run, and its process is used again',
    async () => {
      const first = await flowOf('ann')
      await first.inState({ status: 'succeeded', attempt: 1, rows_written: 5000 })
      const known = taskProcesses()
      const second = await flowOf('ann')
      await second.inState({ status: 'succeeded' })
      expect(await second.arrived()).toEqual([{ rows: 5000, ids: 5000 }])
      expect(taskProcesses()).toEqual(expect.arrayContaining(known))
    },
    LONG,
  )

  it(
    'is taken up again at once when its process is killed, and the run of another account does not notice',
    async () => {
      const releases = [await hold('ann')]
      const killed = await flowOf('ann')
      const doomed = await processOf('ann')
      releases.push(await hold('bob'))
      const other = await flowOf('bob')
      expect(await processOf('bob')).not.toBe(doomed)
      process.kill(doomed, 'SIGKILL')
      const since = Date.now()
      await killed.inState({ attempt: 2 })
      expect(Date.now() - since).toBeLessThan(10_000)
      for (const release of releases) await release()
      await killed.inState({ status: 'succeeded', attempt: 2, rows_written: 5000 })
      await other.inState({ status: 'succeeded', attempt: 1, rows_written: 5000 })
      expect(await killed.read()).toMatchObject({ attempts: [{ attempt: 1, error: { code: 'WORKER_LOST' } }] })
      expect(JSON.stringify(await killed.log())).toContain('The process that moved the rows has ended by itself.')
      expect(api.logged.join('\n')).toMatch(/The process of a run has ended\. .*ended with signal SIGKILL/)
      expect([await killed.arrived(), await other.arrived()]).toEqual(Array(2).fill([{ rows: 5000, ids: 5000 }]))
    },
    LONG,
  )

  it(
    'that takes too much memory ends alone, and says so; the run goes back into the queue with one attempt less',
    async () => {
      const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
      const tasks = new TaskProcesses({
        entry: join(import.meta.dirname, 'tasks-entry.ts'),
        setup: undefined,
        memory: 256,
        log,
        counters: { count: () => {}, observe: () => {} },
        tracer: NO_TRACER,
        announce: () => {},
        answer: async () => undefined,
      })
      const database = openDatabase({ databaseUrl: store.storeUrl, role: APPLICATION_ROLE, onError: () => {} })
      const { attempt } = performRunsInProcesses({ tasks, database, log, onCancel: () => () => {} })
      const release = await hold('ann')
      const large = await flowOf('ann')
      const pid = await processOf('ann')
      const run = await database.asSystem((query) => findRunOfAny(query, large.id))
      if (!run) throw new Error('the run is gone')
      await expect(attempt({ run, losses: 0 }, new AbortController().signal)).rejects.toBeInstanceOf(LeftInQueue)
      expect(isAlive(pid)).toBe(true)
      await tasks.close()
      await database.close()
      await release()
      await large.inState({ status: 'succeeded', attempt: 1 })
      expect(JSON.stringify(await large.log())).toContain('used more than 256 MB of memory, and was ended')
    },
    LONG,
  )

  it(
    'that is cancelled stops within 5 s, and leaves the old rows',
    async () => {
      const release = await hold('ann')
      const cancelled = await flowOf('ann')
      await cancelled.begins()
      const since = Date.now()
      await cancelled.cancel()
      await cancelled.inState({ status: 'cancelled' })
      expect(Date.now() - since).toBeLessThan(5_000)
      await release()
      expect(await cancelled.arrived()).toEqual([{ rows: 5000, ids: 5000 }])
    },
    LONG,
  )

  it.each(['after a lost session', 'by a session that hears nothing'])(
    'that is cancelled while its worker hears nothing (%s) stops within 5 s, too',
    async (gap) => {
      const release = await hold('ann')
      const cancelled = await flowOf('ann')
      await processOf('ann')
      const listening = `from pg_stat_activity where application_name = 'millrace notifications'`
      const lost = gap === 'after a lost session'
      if (lost) await run(store.storeUrl, `select pg_terminate_backend(pid) ${listening}`)
      const deaf = lost ? [] : await sessionsOf(listening)
      for (const pid of deaf) process.kill(pid, 'SIGSTOP')
      const since = Date.now()
      await cancelled.cancel()
      await cancelled.inState({ status: 'cancelled' }).finally(async () => {
        for (const pid of deaf) process.kill(pid, 'SIGCONT')
        await release()
      })
      expect(Date.now() - since).toBeLessThan(5_000)
    },
    LONG,
  )

  const sessionsOf = async (listening: string) =>
    (await run<{ pid: number }>(store.storeUrl, `select pid ${listening}`)).map(({ pid }) => pid)

  it(
    'is handed back when the server stops: the next one goes on, and no attempt counts as lost',
    async () => {
      const release = await hold('bob')
      const handed = await flowOf('bob')
      const pid = await processOf('bob')
      const next = await startApi({ startsTasks: true, takesRuns: false, beside: api })
      await api.stop()
      expect(isAlive(pid)).toBe(false)
      await release()
      api = next
      const worker = await startApi({ startsTasks: true, beside: api })
      await handed.inState({ status: 'succeeded', attempt: 2, rows_written: 5000 })
      expect((await handed.read()).attempts ?? []).toEqual([])
      await worker.stop()
    },
    LONG,
  )
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
