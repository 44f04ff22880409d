import { afterAll, beforeAll, expect, it } from 'vitest'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

const TABLES = 120

let api: Api
let base: string
let flow: string

beforeAll(async () => {
  api = await startApi()
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(
    urlOfDatabase(api, 'shop'),
    Array.from({ length: TABLES }, (_, n) => `create table t${n} as select 1 as id`).join(';'),
  )
  const ends = await addEnds(api, base)
  flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Everything', ...ends })).body.id
})

afterAll(() => api.stop())

it('tells what a run of many tables comes to in lists and events, and each table where the run is asked for', async () => {
  await run(urlOfDatabase(api, 'warehouse'), 'create view t7 as select 1 as id')
  const { run_id: id } = (await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).body
  const events = await eventsOf(id)

  const whole = (await api.call('ada', 'GET', `${base}/runs/${id}`)).body
  expect(whole.streams).toHaveLength(TABLES)
  expect(whole.totals).toMatchObject({ streams: TABLES, succeeded: TABLES - 1, failed: 1, rows_written: TABLES - 1 })

  const [listed] = (await api.call('ada', 'GET', `${base}/flows/${flow}/runs`)).body.runs
  expect(listed).toMatchObject({ id, rows_written: TABLES - 1, totals: whole.totals })
  expect(listed.streams).toBeUndefined()

  // The first event has all, each later one those that have changed since: together they are what the run is.
  const [first, ...later] = events.slice(events.findIndex(({ streams }) => streams?.length !== 0))
  const known = new Map(first.streams.map((stream: { entity: string }) => [stream.entity, stream]))
  for (const { streams, changed_streams: changed } of later) {
    expect(streams).toBeUndefined()
    for (const stream of changed) known.set(stream.entity, stream)
  }
  expect([...known.values()]).toEqual(whole.streams)
})

it('commits the lines of the log together, not one by one', async () => {
  const commits = await run<{ lines: number; commits: number }>(
    api.storeUrl,
    'select count(*)::int as lines, count(distinct xmin::text)::int as commits from millrace.run_log',
  )
  expect(commits[0]?.lines).toBeGreaterThanOrEqual(TABLES)
  expect(commits[0]?.commits).toBeLessThan(TABLES / 4)
})

it('keeps the streams of a run of few tables in lists', async () => {
  await run(urlOfDatabase(api, 'shop'), 'create table few as select 1 as id')
  const { body } = await api.call('ada', 'GET', `${base}/flows/${flow}`)
  const config = { ...body.config, streams: [{ entity: 'public.t1', target: 'public.t1', mode: 'replace' }] }
  await api.call('ada', 'PATCH', `${base}/flows/${flow}`, { config }, { 'If-Match': `"${body.version}"` })
  const { run_id: id } = (await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).body
  await eventsOf(id)
  const [listed] = (await api.call('ada', 'GET', `${base}/runs`)).body.runs
  expect(listed.streams).toMatchObject([{ entity: 'public.t1', status: 'succeeded' }])
  expect(listed.totals).toMatchObject({ streams: 1, check: listed.streams[0].receipt.check.state })
})

/** What a watcher is told of a run, until its end. */
async function eventsOf(id: string) {
  const answer = await api.fetch('ada', `${base}/runs/${id}/events`)
  const text = await answer.text()
  return [...text.matchAll(/event: run\ndata: (.*)/g)].map(([, data]) => JSON.parse(data ?? ''))
}
