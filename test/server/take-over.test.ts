import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { family, killAll } from '../start/launch.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'
import { startWorker } from '../support/start-worker.ts'

describe('a run whose worker is', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  const workers = new Set<ChildProcess>()

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop({ takesRuns: false }))
    await run(source, `create table orders as select n as id, 'new ' || n as note from generate_series(1, 20000) n`)
  })
  beforeEach(async () => {
    const old = `create table orders as select n as id, 'old ' || n as note from generate_series(1, 10) n`
    await run(target, `drop table if exists orders; ${old}`)
  })
  afterEach(() => {
    for (const worker of workers) worker.kill('SIGKILL')
    workers.clear()
  })
  afterAll(() => api.stop())

  async function addWorker(): Promise<ChildProcess> {
    const worker = await startWorker(api)
    workers.add(worker)
    return worker
  }

  const until = async <T>(what: () => Promise<T | undefined>, milliseconds: number): Promise<T> => {
    for (const end = Date.now() + milliseconds; Date.now() < end; ) {
      const found = await what()
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`not within ${milliseconds} ms`)
  }

  it.each([
    ['killed', 'SIGKILL'],
    ['paused', 'SIGSTOP'],
  ] as const)(
    '%s is taken over by another within 30 s, exactly once, and readers see old rows until all new ones are there',
    async (_, signal) => {
      const first = await addWorker()
      const ends = await addEnds(api, base)
      const flow = await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })

      // Holds the run at its first read, so that the worker can be killed in the middle of it.
      const holder = new pg.Client({ connectionString: source })
      await holder.connect()
      await holder.query('begin; lock table orders in access exclusive mode')
      const { run_id: runId } = (await api.call('ada', 'POST', `${base}/flows/${flow.body.id}/run`)).body
      const read = async () => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body
      await until(async () => ((await read()).attempt === 1 ? true : undefined), 5_000)

      await addWorker()
      const all = family(first.pid ?? 0)
      if (signal === 'SIGSTOP') killAll(all, signal)
      else first.kill(signal)
      const killed = Date.now()
      expect(await run(target, 'select distinct left(note, 3) as age from orders')).toEqual([{ age: 'old' }])
      await holder.query('commit')
      await holder.end()

      const taken = await until(async () => ((await read()).finished_at ? read() : undefined), 30_000)
      expect(taken).toMatchObject({ status: 'succeeded', attempt: 2, rows_written: 20_000 })
      expect(Date.now() - killed).toBeLessThan(30_000)
      // One that was paused wakes up, with its sessions, and finds that the run is no longer its own.
      if (signal === 'SIGSTOP') killAll(all, 'SIGCONT')
      await new Promise((resolve) => setTimeout(resolve, signal === 'SIGSTOP' ? 3_000 : 0))
      expect(await read()).toEqual(taken)
      const count = 'select count(*)::int as rows, count(distinct note)::int as notes from orders'
      expect(await run(target, count)).toEqual([{ rows: 20_000, notes: 20_000 }])
      const leftOver = await run(
        target,
        `select relname from pg_class where relname like '\\_millrace%' and relname not like '\\_millrace\\_fence%'`,
      )
      expect(leftOver).toEqual([])
    },
    120_000,
  )

  it('paused in its commit when somebody cancels puts nothing in place any more once the run is over', async () => {
    const first = await addWorker()
    await run(
      target,
      `create or replace function wait_at_gate() returns trigger language plpgsql as
         $$ begin while exists (select from public.gate) loop perform pg_catalog.pg_sleep(0.05); end loop; return null; end $$;
       create table gate ();
       create constraint trigger gate after insert on orders deferrable initially deferred for each row execute function wait_at_gate()`,
    )
    const ends = await addEnds(api, base)
    const config = { streams: [{ entity: 'public.orders', mode: 'append' }] }
    const flow = await api.call('ada', 'POST', `${base}/flows`, { name: 'Added orders', config, ...ends })
    // A wait for a lock would end by itself.
    await run(target, 'insert into gate default values')
    const { run_id: runId } = (await api.call('ada', 'POST', `${base}/flows/${flow.body.id}/run`)).body
    const waiting = `select from pg_stat_activity where wait_event = 'PgSleep'`
    await until(async () => ((await run(target, waiting)).length > 0 ? true : undefined), 20_000)

    const all = family(first.pid ?? 0)
    killAll(all, 'SIGSTOP')
    await api.call('ada', 'POST', `${base}/runs/${runId}/cancel`)
    await addWorker()
    const read = async () => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body
    const ended = await until(async () => ((await read()).finished_at ? read() : undefined), 60_000)
    expect(ended).toMatchObject({ status: 'cancelled', attempt: 2 })
    await run(target, 'delete from gate')
    killAll(all, 'SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(await run(target, 'select count(*)::int as rows from orders')).toEqual([{ rows: 10 }])
    expect(await read()).toEqual(ended)
    const warnings = `select message from millrace.run_log where run_id = '${runId}' and level = 'warning'`
    expect(await run(api.storeUrl, warnings)).toEqual([])
  }, 120_000)
})
