import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { readEvents } from '../support/read-events.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('a run', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowId: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    await run(source, 'create table orders (id bigint primary key, total numeric(14,2), note text)')
    await run(source, `insert into orders select n, n * 1.1, 'ünï ' || n from generate_series(1, 5000) n`)
  })
  afterAll(() => api.stop())

  beforeEach(async () => {
    const ends = await addEnds(api, base)
    flowId = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
  })

  const start = async (headers?: Record<string, string>) =>
    api.call('ada', 'POST', `${base}/flows/${flowId}/run`, undefined, headers)
  const ended = async (runId: string) => {
    return endedRun(api, base, runId)
  }

  it('shows that its ends work: a test of them that failed before is forgotten', async () => {
    const { body: flow } = await api.call('ada', 'GET', `${base}/flows/${flowId}`)
    const [from, to] = [flow.source_connection.id, flow.destination_connection.id]
    const failed = JSON.stringify({ ok: false, at: new Date().toISOString(), stage: 'sign-in' })
    await run(api.storeUrl, `update millrace.connections set last_test = '${failed}' where id in ('${from}', '${to}')`)

    const { body } = await start()
    expect(await ended(body.run_id)).toMatchObject({ status: 'succeeded' })

    const { body: connections } = await api.call('ada', 'GET', `${base}/connections`)
    const tests = connections.filter(({ id }: { id: string }) => [from, to].includes(id))
    expect(tests).toMatchObject([{ last_test: null }, { last_test: null }])
  })

  it('moves every row, balances, and is in the flow’s history', async () => {
    const { status, body } = await start()
    expect(status).toBe(202)
    const finished = await ended(body.run_id)
    expect(finished).toMatchObject({
      status: 'succeeded',
      trigger: 'person',
      triggered_by: { uid: 'ada' },
      rows_written: 5000,
      streams: [
        {
          entity: 'public.orders',
          status: 'succeeded',
          rows_read: 5000,
          rows_written: 5000,
          rows_filtered: 0,
          rows_rejected: 0,
        },
      ],
    })
    const count = `select count(*)::int, sum(hashtext(orders::text)) as hash from orders`
    expect(await run(target, count)).toEqual(await run(source, count))
    const { body: byId } = await api.call('ada', 'GET', `${base}/runs/${body.run_id}`)
    expect(byId.rows_over_time).toMatchObject([{ ms: 0 }])

    expect((await api.call('ada', 'GET', `${base}/flows/${flowId}/runs`)).body.runs).toMatchObject([
      { id: body.run_id },
    ])
    expect((await api.call('ada', 'GET', `${base}/flows/${flowId}`)).body.last_run).toMatchObject({
      status: 'succeeded',
      rows_written: 5000,
    })
    const { lines } = (await api.call('ada', 'GET', `${base}/runs/${body.run_id}/log`)).body
    expect(lines.map(({ entity, message }: Record<string, string>) => [entity, message])).toEqual(
      expect.arrayContaining([
        [null, 'Attempt 1 of “Orders” (version 1) has begun.'],
        ['public.orders', expect.stringMatching(/^Reading has begun/)],
        ['public.orders', '5,000 rows read, 5,000 written, 0 filtered, 0 rejected.'],
      ]),
    )
    expect(lines.at(-1).message).toBe('The run has succeeded, and has written 5,000 rows.')
  })

  it('goes on, with a cursor, where the last run that succeeded ended', async () => {
    await run(source, 'create table if not exists visits (id bigint primary key, page text)')
    await run(source, `insert into visits select n, 'p' || n from generate_series(1, 20000) n`)
    const stream = { entity: 'public.visits', target: 'public.visits', mode: 'upsert', cursor: 'id' }
    const config = { streams: [stream], transformations: [] }
    await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { config })
    const first = await ended((await start()).body.run_id)
    expect(first.streams).toMatchObject([{ rows_read: 20_000, window: { cursor: 'id', until: '20000' } }])
    await run(source, `insert into visits select n, 'p' || n from generate_series(20001, 20005) n`)
    const second = await ended((await start()).body.run_id)
    expect(second.streams).toMatchObject([{ rows_read: 10_006, window: { from: '10000', until: '20005' } }])
    expect(await run(target, 'select count(*)::int from visits')).toEqual([{ count: 20_005 }])

    const changed = { streams: [{ ...stream, cursor: 'page' }], transformations: [] }
    await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { config: changed })
    expect((await ended((await start()).body.run_id)).streams).toMatchObject([{ rows_read: 20_005 }])
  })

  it('is the same run for the same key, and there is only one at a time', async () => {
    await run(source, 'create table if not exists slow as select n as id from generate_series(1, 200000) n')
    const first = await start({ 'idempotency-key': 'k-1' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => start({ 'idempotency-key': 'k-1' })))
    expect(new Set(answers.map(({ body }) => body.run_id))).toEqual(new Set([first.body.run_id]))
    await ended(first.body.run_id)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const again = await start({ 'idempotency-key': 'k-1' })
    expect(again).toMatchObject({ status: 202, body: { run_id: first.body.run_id } })
    expect(again.headers.get('idempotency-replayed')).toBe('true')

    const many = await Promise.all(Array.from({ length: 20 }, () => start()))
    const started = many.filter(({ status }) => status === 202)
    expect(started).toHaveLength(1)
    expect(many.filter(({ status, body }) => status === 409 && body.code === 'RUN_ALREADY_ACTIVE')).toHaveLength(19)
    await ended(started[0]?.body.run_id)
  })

  it('tells its progress and end while it happens, and resumes after what was seen', async () => {
    const { body } = await start()
    const path = `${base}/runs/${body.run_id}/events`
    const events = await readEvents(
      await api.fetch('ada', path),
      ({ event, data }) => event === 'run' && data.status === 'succeeded',
    )
    expect(events.filter(({ event }) => event === 'log').length).toBeGreaterThan(0)
    expect(events.at(-1)).toMatchObject({
      event: 'run',
      data: { status: 'succeeded', rows_written: expect.any(Number) },
    })

    const seen = events.filter(({ event }) => event === 'log').at(-1)?.id ?? ''
    const again = await readEvents(await api.fetch('ada', path, { headers: { 'last-event-id': seen } }), () => false)
    expect(again.map(({ event }) => event)).toEqual(['run'])
  })

  it('is told to everyone who watches the organization', async () => {
    const response = await api.fetch('ada', `${base}/events`)
    const watching = readEvents(
      response,
      ({ event, data }) => event === 'run' && data.flow_id === flowId && data.status === 'succeeded',
    )
    const { body } = await start()
    const events = await watching
    expect(events[0]?.event).toBe('hello')
    expect(events.at(-1)?.data.id).toBe(body.run_id)
  })

  it('is no longer told to somebody who was removed, within 5 s', async () => {
    await api.call('gus', 'POST', '/v1/users/sync-profile')
    const organization = base.split('/').at(-1)
    await run(
      api.storeUrl,
      `insert into millrace.memberships (organization_id, user_uid, roles) values ($1, 'gus', '{viewer}')`,
      [organization],
    )
    const watching = readEvents(await api.fetch('gus', `${base}/events`), () => false)
    await run(api.storeUrl, `delete from millrace.memberships where user_uid = 'gus'`)
    const removed = Date.now()
    await watching
    expect(Date.now() - removed).toBeLessThan(5_500)
  })

  it('that fails says why, what to do, and in which stream', async () => {
    await run(target, 'drop table if exists orders cascade; create table orders (id bigint primary key, total text)')
    const finished = await ended((await start()).body.run_id)
    expect(finished).toMatchObject({
      status: 'partially_succeeded',
      error: { code: expect.any(String), message: expect.stringContaining('orders'), stream: 'public.orders' },
    })
    const logOf = async (query: string) =>
      (await api.call('ada', 'GET', `${base}/runs/${finished.id}/log?${query}`)).body
    const { lines, counts } = await logOf('origin=destination&entity=public.orders')
    expect(lines).toMatchObject([{ level: 'error', origin: 'destination', entity: 'public.orders' }])
    expect(counts.fitting).toBe(1)
    expect(counts.lines).toBeGreaterThan(1)
    expect((await logOf('origin=source')).lines).toEqual([])
    await run(target, 'drop table orders')
  })

  it('that is cancelled stops within 5 s and leaves the old rows', async () => {
    await run(
      source,
      'create table if not exists big as select n as id, repeat(md5(n::text), 20) as filler from generate_series(1, 400000) n',
    )
    const { body } = await start()
    await readEvents(await api.fetch('ada', `${base}/runs/${body.run_id}/events`), ({ data }) =>
      (data.streams ?? []).some((stream: { status: string }) => stream.status === 'running'),
    )
    const asked = Date.now()
    expect((await api.call('ada', 'POST', `${base}/runs/${body.run_id}/cancel`)).status).toBe(202)
    const finished = await ended(body.run_id)
    expect(Date.now() - asked).toBeLessThan(5_000)
    expect(finished.status).toBe('cancelled')
    await api.call('ada', 'POST', `${base}/runs/${body.run_id}/cancel`)
    const { lines } = (await api.call('ada', 'GET', `${base}/runs/${body.run_id}/log?q=cancelled`)).body
    expect(lines).toMatchObject([{ level: 'info', message: 'Cancelled by ada.' }])
    const busy = await run(
      api.postgres.url,
      `select query from pg_stat_activity where query ilike 'copy%' and state = 'active'`,
    )
    expect(busy).toEqual([])
    await run(source, 'drop table big')
  })

  it('does not begin while its flow is switched off', async () => {
    await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { enabled: false })
    expect(await start()).toMatchObject({ status: 409, body: { code: 'FLOW_DISABLED' } })
  })

  it('is counted on the dashboard', async () => {
    await ended((await start()).body.run_id)
    const { status, body } = await api.call('ada', 'GET', `${base}/dashboard?period=24h`)
    expect(status).toBe(200)
    expect(body.totals).toMatchObject({
      runs: expect.any(Number),
      succeeded: expect.any(Number),
      median_duration_ms: expect.any(Number),
    })
    const { runs, succeeded, partially_succeeded: partly, failed, cancelled } = body.totals
    expect(runs).toBe(succeeded + partly + failed + cancelled + body.running.length)
    const sum = (name: string) =>
      body.buckets.reduce((total: number, bucket: Record<string, number>) => total + (bucket[name] ?? 0), 0)
    expect([sum('succeeded'), sum('rows_written')]).toEqual([body.totals.succeeded, body.totals.rows_written])
    expect(body.freshness.find(({ flow_id }: { flow_id: string }) => flow_id === flowId).last_success_at).toEqual(
      expect.any(String),
    )
    expect((await api.call('ada', 'GET', `${base}/dashboard?period=1y`)).status).toBe(422)
  })

  it.each(['flow', 'organization'])('of a deleted %s ends with it, and with its work at both servers', async (what) => {
    const elsewhere = `/v1/organizations/${await api.organizationOf('ada', what)}`
    const ends = {
      source_connection: { id: await addPostgresConnection(api, 'ada', elsewhere, 'shop') },
      destination_connection: { id: await addPostgresConnection(api, 'ada', elsewhere, 'warehouse') },
    }
    const { id } = (await api.call('ada', 'POST', `${elsewhere}/flows`, { name: 'Deleted', ...ends })).body
    const sessions = (more = '') =>
      run(
        source,
        `select pid from pg_stat_activity where application_name = 'millrace' and datname in ('shop', 'warehouse') ${more}`,
      )
    const holder = new pg.Client({ connectionString: source })
    await holder.connect()
    await holder.query('begin; lock table orders in access exclusive mode')
    await api.call('ada', 'POST', `${elsewhere}/flows/${id}/run`)
    await expect.poll(() => sessions(`and wait_event_type = 'Lock'`), { timeout: 20_000 }).toHaveLength(1)

    const path = what === 'flow' ? `${elsewhere}/flows/${id}` : elsewhere
    expect((await api.call('ada', 'DELETE', path)).status).toBe(204)
    await expect.poll(() => sessions(), { timeout: 20_000 }).toEqual([])
    await holder.end()
  })
})
