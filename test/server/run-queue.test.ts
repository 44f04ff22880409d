import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../../src/server/store/database/database.ts'
import { makeNotifications } from '../../src/server/store/database/notifications.ts'
import { claimRun } from '../../src/server/store/runs/run-attempts.ts'
import { RunQueue } from '../../src/server/worker/runs/run-queue.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

describe('the queue of runs', () => {
  let api: Api
  const ends: (() => Promise<unknown>)[] = []
  const sql = <Row extends object>(statement: string, values: unknown[] = []) =>
    run<Row>(api.storeUrl, `${statement}`, values)

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    await api.organizationOf('ada')
  })
  afterAll(() => api.stop())
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
    await sql('delete from millrace.runs')
  })

  /** Waiting runs, each of an account of its own unless told. @returns their ids */
  async function addRuns(count: number, { account, ofClass = '' }: { account?: string; ofClass?: string } = {}) {
    const rows = await sql<{ id: string }>(
      `with made as (
         insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, account)
         select organizations.id, gen_random_uuid(), 1, '{"config": {"streams": [], "transformations": []}}', 'api', coalesce($1, n::text)
         from millrace.organizations, generate_series(1, $2::int) n returning id, organization_id, account),
       queued as (
         insert into millrace.run_queue (run_id, organization_id, account, class, turn)
         select id, organization_id, account, $3, 1 from made)
       select id from made`,
      [account ?? null, count, ofClass],
    )
    return rows.map(({ id }) => id)
  }

  function openQueue({ slots = 4, reserved = 0, workerClass = '' } = {}): RunQueue {
    const databaseUrl = api.storeUrl
    const database = openDatabase({ databaseUrl, onError: () => {}, connections: 2 })
    const notifications = makeNotifications({ databaseUrl, onError: () => {} })
    const queue = new RunQueue({
      database,
      notifications,
      log,
      workerClass,
      concurrency: slots,
      reserved,
      finishMs: 100,
    })
    ends.push(async () => {
      await queue.handBack()
      await database.close()
    })
    return queue
  }
  const end = (id: string) =>
    sql(`update millrace.runs set status = 'succeeded', finished_at = now() where id = $1`, [id])

  it('gives each of many runs to one of several workers, once, and keeps none that has ended', async () => {
    const ids = await addRuns(100)
    const handled: string[] = []
    for (const queue of [openQueue(), openQueue(), openQueue()])
      await queue.work(async (id) => {
        handled.push(id)
        await end(id)
      })
    await expect.poll(() => handled.length, PATIENCE).toBe(100)
    expect(new Set(handled)).toEqual(new Set(ids))
    await expect.poll(() => sql('select from millrace.run_queue'), PATIENCE).toEqual([])
  })

  it('gives an account no more than it may have, and keeps slots for accounts without a run', async () => {
    await addRuns(12, { account: 'endless' })
    const others = await addRuns(3)
    const handled: string[] = []
    await openQueue({ slots: 6, reserved: 4 }).work(async (id, signal) => {
      handled.push(id)
      await sleep(600_000, undefined, { signal }).catch(() => {})
    })
    await expect.poll(() => handled.length, PATIENCE).toBe(8)
    expect(handled).toEqual(expect.arrayContaining(others))
    await sleep(3_000)
    expect(handled).toHaveLength(8)
  })

  it('gives runs of a class only to workers of this class', async () => {
    const [plain, large] = [await addRuns(1), await addRuns(1, { ofClass: 'large' })]
    const handled = { plain: [] as string[], large: [] as string[] }
    await openQueue().work(async (id) => void handled.plain.push(id))
    await openQueue({ workerClass: 'large' }).work(async (id) => void handled.large.push(id))
    await expect.poll(() => handled.plain.length > 0 && handled.large.length > 0, PATIENCE).toBe(true)
    expect([new Set(handled.plain), new Set(handled.large)]).toEqual([new Set(plain), new Set(large)])
  })

  it('gives the runs of a worker that is dead to another, and tells one that was only asleep', async () => {
    const [id = ''] = await addRuns(1)
    let wasLost = false
    await openQueue({ slots: 1 }).work(async (_, signal) => {
      await sleep(600_000, undefined, { signal }).catch(() => {})
      wasLost = true
    })
    await expect.poll(() => sql('select from millrace.run_queue where worker is not null'), PATIENCE).toHaveLength(1)
    const handled: string[] = []
    const other = openQueue()
    // As another worker sees it that looks after ten seconds of silence.
    await sql(
      `with dead as (delete from millrace.workers returning id) update millrace.run_queue set worker = $1, given = given + 1`,
      [randomUUID()],
    )
    await expect.poll(() => wasLost, PATIENCE).toBe(true)
    await sql(
      `insert into millrace.workers (id, slots, seen_at) select worker, 1, now() - interval '11 seconds' from millrace.run_queue`,
    )
    await other.work(async (run) => {
      handled.push(run)
      await end(run)
    })
    await expect.poll(() => handled, PATIENCE).toEqual([id])
  })

  it('counts no loss for a worker that ends before its runs are released, and one for a worker that dies', async () => {
    const [released = '', lost = ''] = await addRuns(2)
    await sql(`update millrace.run_queue set begins_at = now() + interval '1 hour' where run_id = $1`, [lost])
    const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {}, connections: 2 })
    ends.push(() => database.close())
    const never = async (id: string) => {
      await database.asSystem((query) => claimRun(query, id))
      await sleep(600_000, undefined, { ref: false })
    }
    const isRunning = (id: string) => () => sql(`select from millrace.runs where id = $1 and status = 'running'`, [id])
    const ending = openQueue()
    await ending.work(never)
    await expect.poll(isRunning(released), PATIENCE).toHaveLength(1)
    await ending.handBack()
    await sql(`update millrace.run_queue set begins_at = now() + interval '1 hour' where run_id = $1`, [released])
    await sql(`update millrace.run_queue set begins_at = now() where run_id = $1`, [lost])
    await openQueue().work(never)
    await expect.poll(isRunning(lost), PATIENCE).toHaveLength(1)
    await sql(`update millrace.run_queue set worker = null`)

    for (const id of [released, lost]) await database.asSystem((query) => claimRun(query, id))
    expect(await sql('select id, losses from millrace.runs order by losses')).toEqual([
      { id: released, losses: 0 },
      { id: lost, losses: 1 },
    ])
  })

  it('takes over what a process of 0.1.0 has left in its queue, and not what such a process works on', async () => {
    await sql(
      `create schema millrace_queue;
       create type millrace_queue.state as enum ('created', 'retry', 'active');
       create table millrace_queue.job (id uuid, name text, state millrace_queue.state, heartbeat_on timestamptz)`,
    )
    ends.push(() => sql('drop schema millrace_queue cascade'))
    const [waits = '', works = '', died = ''] = await addRuns(3)
    await sql(
      `insert into millrace_queue.job values ('${waits}', 'runs', 'created', null), ('${works}', 'runs', 'active', now()),
         ('${died}', 'runs', 'active', now() - interval '1 minute')`,
    )
    await sql('delete from millrace.run_queue')
    const handled: string[] = []
    await openQueue().work(async (id) => {
      handled.push(id)
      await end(id)
    })
    await expect.poll(() => new Set(handled), PATIENCE).toEqual(new Set([waits, died]))
    expect(await sql('select id from millrace_queue.job')).toEqual([{ id: works }])
  })
})
