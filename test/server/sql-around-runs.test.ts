import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('SQL before and after the rows of a run', { timeout: 60_000 }, () => {
  let api: Api
  let base: string
  let ends: object
  let target: string

  beforeAll(async () => {
    ;({ api, base, target } = await startShop())
    await run(
      urlOfDatabase(api, 'shop'),
      `create table orders as select n as id from generate_series(1, 3) n;
       create function refuse() returns int language plpgsql as $$ begin raise exception 'not now' using errcode = '42501'; end $$;
       create view bad as select refuse() as id`,
    )
    ends = await addEnds(api, base)
  })
  afterAll(() => api.stop())
  beforeEach(() =>
    run(
      target,
      `drop schema if exists public cascade; create schema public; drop schema if exists audit cascade; create schema audit;
       create table audit.said (at serial, what text)`,
    ),
  )

  const ORDERS = { entity: 'public.orders', target: 'public.orders', mode: 'append' }
  const BAD = { entity: 'public.bad', target: 'public.bad', mode: 'append' }
  const say = (what: string) => `insert into audit.said (what) values ('${what}')`
  const addFlow = async (sql: object, streams: object[] = [ORDERS]) => {
    const config = { streams, transformations: [], ...sql }
    const answer = await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends, config })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.id as string
  }
  const change = (id: string, sql: object, streams: object[] = [ORDERS]) =>
    api.call('ada', 'PATCH', `${base}/flows/${id}`, { config: { streams, transformations: [], ...sql } })
  const ended = (runId: string) => endedRun(api, base, runId)
  const start = async (path: string) => (await api.call('ada', 'POST', `${base}/${path}`)).body.run_id as string
  const runNow = async (id: string, how = 'run') => ended(await start(`flows/${id}/${how}`))
  const said = async () =>
    (await run<{ what: string }>(target, 'select what from audit.said order by at')).map(({ what }) => what)
  const orders = async () =>
    (await run<{ rows: number }>(target, 'select count(*)::int as rows from public.orders'))[0]?.rows
  const logOf = async (runId: string) =>
    (await api.call('ada', 'GET', `${base}/runs/${runId}/log`)).body.lines.map(
      ({ message }: { message: string }) => message,
    )

  it('is executed once around all rows, also several statements, in the order of its places', async () => {
    const flow = await addFlow({
      sql_before: `${say('before')}; create table orders (id int, note text default 'new')`,
      sql_after: `insert into audit.said (what) select 'after ' || count(*) from orders where note = 'new'`,
    })
    expect(await runNow(flow)).toMatchObject({ status: 'succeeded' })
    expect(await said()).toEqual(['before', 'after 3'])
    const { body } = await api.call('ada', 'GET', `${base}/flows/${flow}`)
    expect(body.config.sql_before).toContain('create table')
  })

  it('moves nothing when the SQL before fails, and says why and where', async () => {
    const flow = await addFlow({ sql_before: `${say('ü 😀 before')};\nselect * from nowhere`, sql_after: say('after') })
    const failed = await runNow(flow)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'SQL_BEFORE_FAILED' }, streams: [] })
    expect(failed.error.message).toMatch(
      /^Nothing was moved, because the SQL before the rows failed at line 2 \(select \* from nowhere\): .*nowhere/,
    )
    expect(await said()).toEqual([])
    expect(await run(target, `select to_regclass('public.orders') as found`)).toEqual([{ found: null }])
    expect((await api.call('ada', 'POST', `${base}/runs/${failed.id}/retry`)).status).toBe(409)
  })

  it('keeps the rows when the SQL after fails; trying again executes only that, and moves no row twice', async () => {
    const flow = await addFlow({ sql_before: say('before'), sql_after: 'select broken' })
    const partial = await runNow(flow)
    expect(partial).toMatchObject({
      status: 'partially_succeeded',
      error: {
        code: 'SQL_AFTER_FAILED',
        message: expect.stringMatching(/^The rows arrived; the SQL after them failed at line 1/),
      },
      totals: { streams: 1, succeeded: 1 },
    })
    const still = await ended(await start(`runs/${partial.id}/retry`))
    expect(still).toMatchObject({ status: 'failed', error: { code: 'SQL_AFTER_FAILED' } })
    await change(flow, { sql_before: say('before'), sql_after: say('after') })
    const again = await ended(await start(`runs/${still.id}/retry`))

    expect(again).toMatchObject({ status: 'succeeded', rows_written: 0, streams: [] })
    expect(await orders()).toBe(3)
    expect(await said()).toEqual(['before', 'after'])
    expect((await api.call('ada', 'POST', `${base}/runs/${again.id}/retry`)).status).toBe(409)
  })

  it('is tried again by itself after a temporary error: neither rows nor the SQL before come twice', async () => {
    await run(
      target,
      `create sequence audit.tries;
       create function audit.flaky() returns void language plpgsql as $$
       begin if nextval('audit.tries') < 3 then raise exception 'not now' using errcode = '40001'; end if; end $$`,
    )
    const flow = await addFlow({ sql_before: say('before'), sql_after: `select audit.flaky(); ${say('after')}` })
    expect(await runNow(flow)).toMatchObject({ status: 'succeeded', attempt: 3, totals: { rows_written: 3 } })
    expect(await orders()).toBe(3)
    expect(await said()).toEqual(['before', 'after'])
  })

  it('is tried again when the server ends its session', async () => {
    await run(target, `create table public.orders (id int)`)
    const flow = await addFlow({ sql_before: say('before'), sql_after: `select pg_sleep(1.5); ${say('after')}` })
    const runId = await start(`flows/${flow}/run`)
    await expect.poll(said, { timeout: 20_000 }).toEqual(['before'])
    const sleeping = () =>
      run<{ pid: number }>(
        target,
        `select pid from pg_stat_activity where state = 'active' and query like 'select pg_sleep(1.5)%'`,
      )
    await expect.poll(async () => (await sleeping()).length, { timeout: 20_000 }).toBe(1)
    // The server ends the session of the SQL, so that the attempt ends with a temporary error.
    for (const { pid } of await sleeping()) await run(target, 'select pg_terminate_backend($1)', [pid])
    expect(await ended(runId)).toMatchObject({ status: 'succeeded', attempt: 2 })
    expect(await orders()).toBe(3)
    expect(await said()).toEqual(['before', 'after'])
  })

  it('ends within seconds when the run is cancelled, and says that the rows are there', async () => {
    const flow = await addFlow({ sql_after: `select pg_sleep(60); ${say('after')}` })
    const runId = await start(`flows/${flow}/run`)
    await expect.poll(async () => logOf(runId), { timeout: 20_000 }).toContain('Executing the SQL after the rows.')
    await new Promise((resolve) => setTimeout(resolve, 300))
    const begun = performance.now()
    await api.call('ada', 'POST', `${base}/runs/${runId}/cancel`)
    expect(await ended(runId)).toMatchObject({ status: 'partially_succeeded', error: { code: 'SQL_AFTER_FAILED' } })
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(await orders()).toBe(3)
    await change(flow, { sql_after: say('after') })
    expect(await ended(await start(`runs/${runId}/retry`))).toMatchObject({ status: 'succeeded' })
    expect(await said()).toEqual(['after'])
  })

  it('is not executed by a dry run, nor after tables that failed; moving these again does not execute the SQL before', async () => {
    const flow = await addFlow({ sql_before: say('before'), sql_after: say('after') }, [ORDERS, BAD])
    const dry = await runNow(flow, 'dry-run')
    expect(await logOf(dry.id)).toContain('A dry run does not execute the SQL before and after the rows.')
    expect(await said()).toEqual([])

    const partial = await runNow(flow)
    expect(partial.status).toBe('partially_succeeded')
    expect(await said()).toEqual(['before'])
    await run(urlOfDatabase(api, 'shop'), 'create or replace view bad as select 7 as id')
    expect(await ended(await start(`runs/${partial.id}/retry`))).toMatchObject({ status: 'succeeded' })
    expect(await said()).toEqual(['before', 'after'])
    expect(await orders()).toBe(3)
  })

  it('is refused for a destination without SQL, and audited', async () => {
    const { body: mail } = await api.call('ada', 'POST', `${base}/integrations`, {
      ...{ name: 'Mail', type: 'sendgrid', credentials: { api_key: 'k' } },
    })
    const { body: team } = await api.call('ada', 'POST', `${base}/connections`, {
      ...{ name: 'Team', type: 'email', integration_id: mail.id },
      config: { to_email: 'ada@example.com', from_email: 'reports@example.com', subject: 'Orders' },
    })
    const flow = await addFlow({ sql_after: say('after') })
    const answer = await api.call('ada', 'PATCH', `${base}/flows/${flow}`, { destination_connection: { id: team.id } })
    expect(answer).toMatchObject({ status: 422, body: { details: { field: 'config.sql_after' } } })
    await change(flow, { sql_after: '  ' })
    const { body } = await api.call('ada', 'GET', `${base}/audit`)
    expect(body.events[0].changes).toContainEqual({ path: ['sql_after'], kind: 'removed', from: say('after') })
    expect((await change(flow, { sql_before: 'x'.repeat(50_001) })).status).toBe(422)
  })
})
