import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, startShop } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('whoever runs a process', () => {
  let api: Api
  const masterKey = randomBytes(32)
  let base: string
  let flow: string
  beforeAll(async () => {
    ;({ api, base } = await startShop({ masterKey }))
    await run(urlOfDatabase(api, 'shop'), 'create table orders as select n as id from generate_series(1, 12) n')
    const ends = await addEnds(api, base)
    flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
  })
  afterAll(() => api.stop())

  const metrics = async () => (await api.fetch(null, '/metrics', {}, '127.0.0.1')).text()
  const start = async () => (await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).body.run_id as string
  const read = async (runId: string) => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body

  it('reads on the machine itself how calls, runs and the process fare', async () => {
    const runId = await start()
    await expect.poll(async () => (await read(runId)).status, { timeout: 15_000 }).toBe('succeeded')
    await expect.poll(metrics, { timeout: 15_000 }).toContain('millrace_runs_ended_total{outcome="succeeded"} 1\n')
    const text = await metrics()
    expect(text).toContain('millrace_rows_written_total 12\n')
    expect(text).toContain('millrace_queue_wait_seconds_count 1\n')
    expect(text).toContain('millrace_runs{status="queued"} 0\n')
    expect(text).toMatch(
      /millrace_http_request_seconds_count\{route="POST \/v1\/organizations\/:orgId\/flows\/:flowId\/run",status="202"\} 1\n/,
    )
    expect(text).toMatch(/millrace_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+\n/)
  })

  it('keeps the metrics from everybody else, unless they bring the token', async () => {
    const asked = async (to: Api, address: string, headers: Record<string, string> = {}) =>
      (await to.fetch(null, '/metrics', { headers }, address)).status
    expect(await asked(api, '203.0.113.7')).toBe(404)
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])
      expect(await asked(api, '127.0.0.1', { [header]: '203.0.113.7' }), header).toBe(404)

    const METRICS_TOKEN = 'a-token-for-metrics'
    const guarded = await startApi({ takesRuns: false, beside: api, environment: { METRICS_TOKEN } })
    expect(await asked(guarded, '127.0.0.1')).toBe(404)
    expect(await asked(guarded, '203.0.113.7', { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200)
    await guarded.stop()
  })

  it('keeps the metrics in production from whoever brings no token, on the machine itself too', async () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://millrace.example.com' }
    const ask = (to: Api, headers: Record<string, string> = {}) => to.fetch(null, '/metrics', { headers }, '127.0.0.1')
    const closed = await startApi({ takesRuns: false, beside: api, environment: production })
    expect((await ask(closed)).status).toBe(404)
    await closed.stop()

    const METRICS_TOKEN = 'a-token-for-metrics'
    const guarded = await startApi({ takesRuns: false, beside: api, environment: { ...production, METRICS_TOKEN } })
    expect((await ask(guarded)).status).toBe(404)
    expect((await ask(guarded, { authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200)
    await guarded.stop()
  })

  it('finds in the log which call went wrong, by the number that the caller was given', async () => {
    const { headers } = await api.call('ada', 'GET', `${base}/flows`)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('sees that a newer version has taken over: it takes no more runs, keeps them for that one, and is not ready', async () => {
    expect((await api.fetch(null, '/readyz')).status).toBe(200)
    await run(
      api.storeUrl,
      `with applied as (insert into millrace.migrations (name) values ('9999-from-tomorrow.sql') returning name)
       select pg_notify('millrace_schema', name) from applied`,
    )
    await expect.poll(() => api.logged.join(), { timeout: 10_000 }).toContain('starts no more runs')
    const runId = await start()
    const answer = await api.call(null, 'GET', '/readyz')
    expect(answer.status).toBe(503)
    expect(answer.body.message).toMatch(/^A newer version of Millrace has taken over the database \(9999-from-tomorrow/)
    expect((await read(runId)).status).toBe('queued')

    // As if this were the newer version.
    await run(api.storeUrl, `delete from millrace.migrations where name like '9999%'`)
    const newer = await startApi({ masterKey, beside: api })
    expect((await newer.fetch(null, '/readyz')).status).toBe(200)
    await expect.poll(async () => (await read(runId)).status, { timeout: 15_000 }).toBe('succeeded')
    await newer.stop()
  })
})
