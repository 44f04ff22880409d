import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { startShop } from '../support/shop.ts'
import type { Answer, Api } from '../support/start-api.ts'

const HOUR = 3_600_000
/** Its connections, as they are written. */
const ends = ({ source_connection: source, destination_connection: destination }: Answer['body']) => ({
  source_connection: { id: source.id },
  destination_connection: { id: destination.id },
})

const ORDERS = { entity: 'public.orders', target: 'public.orders', mode: 'append' }
const FLAKY = { entity: 'public.flaky', target: 'public.flaky', mode: 'append' }

describe('a run that fails for a reason that may pass', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let runId: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop({ startsTasks: true, runRetries: { base: HOUR, longest: HOUR } }))
    await run(
      source,
      `create table orders as select n as id from generate_series(1, 3) n;
       create table trouble (code text);
       create function read_flaky() returns setof int language plpgsql as $$
       declare code text := (select trouble.code from public.trouble limit 1);
       begin
         if code is not null then raise exception 'not now' using errcode = code; end if;
         return query select generate_series(1, 5);
       end $$;
       create view flaky as select read_flaky as id from read_flaky()`,
    )
  })
  afterAll(() => api.stop())

  const until = async (isWanted: (body: Answer['body']) => boolean) => {
    for (let tries = 0; tries < 400; tries++) {
      const { body } = await api.call('ada', 'GET', `${base}/runs/${runId}`)
      if (isWanted(body)) return body
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the run did not come so far')
  }
  const ended = () => until(({ finished_at }) => finished_at)
  const waiting = () => until(({ retry_at }) => retry_at)
  /** The hour is over. */
  const wake = (how = 'retry_at = now()') =>
    run(
      api.storeUrl,
      `update millrace.runs set ${how} where id = '${runId}';
       update millrace.run_queue set begins_at = now() where run_id = '${runId}'`,
    )
  const trouble = (code: string) => run(source, `truncate trouble; insert into trouble values ('${code}')`)

  beforeEach(async () => {
    await run(target, 'drop table if exists orders, flaky')
    const flow = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Orders',
      source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
      destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'warehouse') },
      config: { streams: [ORDERS, FLAKY], transformations: [] },
    })
    await trouble('40001')
    runId = (await api.call('ada', 'POST', `${base}/flows/${flow.body.id}/run`)).body.run_id
  })

  it('waits, says why and for what, and goes on where it was: what has arrived does not come twice', async () => {
    const first = await waiting()
    expect(first).toMatchObject({
      status: 'running',
      finished_at: null,
      attempt: 1,
      attempts_allowed: 5,
      error: { code: 'CONFLICT', message: expect.stringContaining('not now'), stream: 'public.flaky', side: 'source' },
      attempts: [{ attempt: 1, error: { code: 'CONFLICT' } }],
    })
    expect(Date.parse(first.retry_at)).toBeLessThanOrEqual(Date.now() + HOUR)
    const { lines } = (await api.call('ada', 'GET', `${base}/runs/${runId}/log?level=warning`)).body
    expect(lines.at(-1).message).toMatch(
      /^Attempt 1 of 5 failed\. The next begins in (1 hour|\d+ (minute|second)s?)\.$/,
    )

    await run(source, 'truncate trouble')
    await wake()
    expect(await ended()).toMatchObject({
      status: 'succeeded',
      attempt: 2,
      error: null,
      retry_at: null,
      attempts: [{ attempt: 1, error: { code: 'CONFLICT' } }],
      streams: [
        { entity: 'public.orders', rows_written: 3 },
        { entity: 'public.flaky', rows_written: 5 },
      ],
    })
    const counts = 'select (select count(*)::int from orders) as orders, (select count(*)::int from flaky) as flaky'
    expect(await run(target, counts)).toEqual([{ orders: 3, flaky: 5 }])
  })

  it('is cancelled at once while it waits', async () => {
    await waiting()
    const { body } = await api.call('ada', 'POST', `${base}/runs/${runId}/cancel`)
    expect(body).toMatchObject({ status: 'cancelled', finished_at: expect.any(String) })
    await wake()
    expect(await ended()).toMatchObject({ status: 'cancelled', attempt: 1 })
  })

  it('ends when the next attempt meets a reason that does not pass; flows that fail for the same are one problem', async () => {
    await waiting()
    await trouble('42501')
    await wake()
    expect(await ended()).toMatchObject({
      status: 'partially_succeeded',
      attempt: 2,
      error: { code: 'PERMISSION_MISSING' },
      attempts: [{ error: { code: 'CONFLICT' } }],
    })
    const first = runId
    const { flow_id: flowId } = (await api.call('ada', 'GET', `${base}/runs/${first}`)).body
    const { body: flow } = await api.call('ada', 'GET', `${base}/flows/${flowId}`)
    const copy = { ...ends(flow), name: 'Copy', config: flow.config }
    const { id } = (await api.call('ada', 'POST', `${base}/flows`, copy)).body
    runId = (await api.call('ada', 'POST', `${base}/flows/${id}/run`)).body.run_id
    await ended()
    const { problems } = (await api.call('ada', 'GET', `${base}/dashboard`)).body
    expect(problems[0]).toMatchObject({
      error: { code: 'PERMISSION_MISSING', fix: 'permission', connection_id: flow.source_connection.id },
      flows: [{ flow_name: 'Copy' }, { run_id: first }],
    })
  })

  it('is run again for the tables that failed, and for no others', async () => {
    await waiting()
    expect(await api.call('ada', 'POST', `${base}/runs/${runId}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_RETRY' },
    })
    await trouble('42501')
    await wake()
    await ended()
    await run(source, 'truncate trouble')
    const { status, body } = await api.call('ada', 'POST', `${base}/runs/${runId}/retry`)
    expect(status).toBe(202)
    runId = body.run_id
    expect(await ended()).toMatchObject({
      status: 'succeeded',
      trigger: 'person',
      streams: [{ entity: 'public.flaky', rows_written: 5 }],
    })
    expect(await run(target, 'select count(*)::int as orders from orders')).toEqual([{ orders: 3 }])
    expect(await api.call('ada', 'POST', `${base}/runs/${runId}/retry`)).toMatchObject({ status: 409 })
  })

  it('is not given to a fifth worker when four in a row have died of it', async () => {
    await waiting()
    // As a worker leaves it that is killed, the fourth in a row.
    await wake('retry_at = null, losses = 3')
    expect(await ended()).toMatchObject({
      status: 'failed',
      error: { code: 'WORKER_LOST', message: expect.stringContaining('four times') },
    })
  })
})
