import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'

const HOUR = 3_600_000
const ORDERS = { entity: 'public.orders', target: 'public.orders', mode: 'replace' }
const FLAKY = { entity: 'public.flaky', target: 'public.flaky', mode: 'replace' }

describe('the usage that an organization is billed for', () => {
  let api: Api
  let organization: string
  let base: string
  let source: string
  let target: string
  let connections: readonly string[]

  beforeAll(async () => {
    api = await startApi({ runRetries: { base: HOUR, longest: HOUR } })
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    source = urlOfDatabase(api, 'shop')
    target = urlOfDatabase(api, 'warehouse')
    await run(
      source,
      `create table orders as select n as id from generate_series(1, 300) n;
       create table trouble (code text);
       create function read_flaky() returns setof int language plpgsql as $$
       declare code text := (select trouble.code from public.trouble limit 1);
       begin
         return query select generate_series(1, 50);
         if code is not null then raise exception 'not now' using errcode = code; end if;
       end $$;
       create view flaky as select read_flaky as id from read_flaky()`,
    )
  })
  afterAll(() => api.stop())

  beforeEach(async () => {
    organization = await api.organizationOf('ada')
    base = `/v1/organizations/${organization}`
    connections = [
      await addPostgresConnection(api, 'ada', base, 'shop'),
      await addPostgresConnection(api, 'ada', base, 'warehouse'),
    ]
    await run(target, 'drop table if exists orders, flaky')
    await run(source, 'truncate trouble')
  })

  const usage = async () => (await api.call('ada', 'GET', `${base}/billing/status`)).body.usage
  const counted = (rows: number, runs: number) => ({ rows_written: rows, runs })
  const trouble = (code: string) => run(source, `truncate trouble; insert into trouble values ('${code}')`)
  const aFlow = async (streams: readonly object[] = [ORDERS]): Promise<string> => {
    const [from, to] = connections
    const ends = { source_connection: { id: from }, destination_connection: { id: to } }
    const config = { streams, transformations: [] }
    return (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends, config })).body.id
  }
  const start = async (flowId: string, call = 'run'): Promise<string> =>
    (await api.call('ada', 'POST', `${base}/flows/${flowId}/${call}`)).body.run_id
  const until = async (runId: string, isWanted: (body: Answer['body']) => boolean) => {
    for (let tries = 0; tries < 600; tries++) {
      const { body } = await api.call('ada', 'GET', `${base}/runs/${runId}`)
      if (isWanted(body)) return body
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the run did not come so far')
  }
  const ended = (runId: string) => until(runId, ({ finished_at }) => finished_at)
  const waiting = (runId: string) => until(runId, ({ retry_at }) => retry_at)
  /** The hour is over. */
  const wake = (runId: string, how = 'retry_at = now()') =>
    run(
      api.storeUrl,
      `update millrace.runs set ${how} where id = '${runId}';
       update millrace.run_queue set begins_at = now() where run_id = '${runId}'`,
    )

  it('counts the rows of a run once, and none of a dry run', async () => {
    const flow = await aFlow()
    expect(await ended(await start(flow, 'dry-run'))).toMatchObject({ status: 'succeeded' })
    expect(await usage()).toMatchObject(counted(0, 0))

    expect(await ended(await start(flow))).toMatchObject({ status: 'succeeded' })
    expect(await usage()).toMatchObject(counted(300, 1))
  })

  it('counts of a run that partly succeeded the tables that it has brought, and no row of one that failed', async () => {
    await trouble('42501')
    expect(await ended(await start(await aFlow([ORDERS, FLAKY])))).toMatchObject({ status: 'partially_succeeded' })
    expect(await usage()).toMatchObject(counted(300, 1))
    expect(await ended(await start(await aFlow([FLAKY])))).toMatchObject({ status: 'failed' })
    expect(await usage()).toMatchObject(counted(300, 1))
  })

  it('keeps what a flow has used when it is deleted, and its connections after it', async () => {
    const flow = await aFlow()
    await ended(await start(flow))

    expect((await api.call('ada', 'DELETE', `${base}/flows/${flow}`)).status).toBe(204)
    for (const id of connections)
      expect((await api.call('ada', 'DELETE', `${base}/connections/${id}`)).status).toBe(204)
    expect(await usage()).toMatchObject(counted(300, 1))
  })

  describe('of a run with several attempts', () => {
    let flow: string
    let runId: string
    beforeEach(async () => {
      await trouble('40001')
      flow = await aFlow([ORDERS, FLAKY])
      runId = await start(flow)
      await waiting(runId)
    })

    it('counts once what two attempts have brought, be the end written twice', async () => {
      await run(source, 'truncate trouble')
      await wake(runId)
      expect(await ended(runId)).toMatchObject({ status: 'succeeded', attempt: 2 })
      expect(await usage()).toMatchObject(counted(350, 1))

      await run(api.storeUrl, `update millrace.runs set finished_at = null, status = 'running' where id = '${runId}'`)
      await wake(runId)
      await api.call('ada', 'DELETE', `${base}/flows/${flow}`)
      expect(await usage()).toMatchObject(counted(350, 1))
    })

    it('counts what a worker had brought that died, although the next one finds the source gone', async () => {
      await run(source, 'alter table orders rename to orders_away')
      try {
        await trouble('42501')
        await wake(runId, 'retry_at = null')
        expect(await ended(runId)).toMatchObject({
          status: 'failed',
          attempts: [{}, { error: { code: 'WORKER_LOST' } }],
        })
        expect(await usage()).toMatchObject(counted(300, 1))
      } finally {
        await run(source, 'alter table orders_away rename to orders')
      }
    })

    it('counts what has arrived when it is cancelled while it waits', async () => {
      expect((await api.call('ada', 'POST', `${base}/runs/${runId}/cancel`)).body.status).toBe('cancelled')
      expect(await usage()).toMatchObject(counted(300, 1))
    })

    it('counts what has arrived when the flow is deleted while it waits', async () => {
      await api.call('ada', 'DELETE', `${base}/flows/${flow}`)
      expect(await usage()).toMatchObject(counted(300, 1))
    })
  })

  const rowsOfOrders = async () => {
    const [row] = await run<{ rows: number }>(
      target,
      `select coalesce((xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || to_regclass('orders'), false, true, '')))[1]::text::int, 0) as rows`,
    )
    return row?.rows
  }

  it('counts what has arrived when the flow, or the whole organization, is deleted under a running worker', async () => {
    for (const gone of ['flows', 'organizations']) {
      const flow = await aFlow([ORDERS, FLAKY])
      await run(source, 'drop view if exists flaky; create view flaky as select pg_sleep(600)::text as id')
      await run(
        api.storeUrl,
        `create or replace function millrace.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
         create trigger refuse before insert on millrace.run_streams for each row
           when (new.stream->>'status' = 'succeeded') execute function millrace.refuse()`,
      )
      await run(target, 'drop table if exists orders')
      const runId = await start(flow)
      // What it has brought stands, and the worker could not write that down.
      await expect.poll(() => rowsOfOrders(), { timeout: 10_000 }).toBe(300)
      await run(api.storeUrl, 'drop trigger refuse on millrace.run_streams')
      const path = gone === 'flows' ? `${base}/flows/${flow}` : base
      expect((await api.call('ada', 'DELETE', path)).status).toBe(204)
      const entries = () =>
        run(api.storeUrl, `select rows_written::int from millrace.usage_entries where run_id = '${runId}'`)
      await expect.poll(entries, { timeout: 20_000 }).toEqual([{ rows_written: 300 }])
    }
    await run(source, 'drop view flaky; create view flaky as select read_flaky as id from read_flaky()')
    expect(api.logged.filter((line) => line.includes('usage_entries'))).toEqual([])
  })
})
