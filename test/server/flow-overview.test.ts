import { afterAll, beforeAll, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let base: string
let flow: string

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  const ends = await addEnds(api, base)
  flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
})

afterAll(() => api.stop())

const overview = async (id = flow) => (await api.call('ada', 'GET', `${base}/flows/${id}/overview`)).body

interface Past {
  readonly runs: number
  readonly tables: number
  /** Every how many minutes. */
  readonly every: number
}

/** Runs that ended, the newest a minute ago; each table has as many rows as its number, and one more in each later run. */
const hasRun = (id: string, { runs, tables, every }: Past) =>
  run(
    api.storeUrl,
    `set search_path = millrace; select set_config('millrace.system', 'on', false);
     with made as (
       insert into runs (organization_id, flow_id, flow_version, flow_snapshot, status, trigger, queued_at, started_at, finished_at, rows_written, totals)
       select organization_id, id, 1, jsonb_build_object('sourceConnectionId', source_connection_id, 'destinationConnectionId', destination_connection_id, 'config', config),
         case when n % 10 = 3 then 'failed' else 'succeeded' end, 'schedule', now() - make_interval(mins => n * ${every}), now() - make_interval(mins => n * ${every}),
         now() - make_interval(mins => n * ${every}) + interval '20 seconds', 100, jsonb_build_object('rows_rejected', n % 2)
       from flows, generate_series(1, ${runs}) n where id = '${id}'
       returning id, organization_id, queued_at),
     latest as (select *, row_number() over (order by queued_at) as place from made order by queued_at desc limit 60)
     insert into run_streams (organization_id, run_id, ordinal, stream)
     select organization_id, id, n - 1, jsonb_build_object('entity', 'public.t' || n, 'target', 'public.t' || n, 'status', 'succeeded',
       'rows_read', n, 'rows_filtered', 0, 'rows_rejected', 0, 'rows_written', n + place, 'bytes', 10, 'receipt', jsonb_build_object('hash', repeat('a', 64),
       'check', jsonb_build_object('state', 'verified', 'source', n, 'staged', n), 'phases', jsonb_build_object('read', 1, 'check', 2, 'publish', 3)),
       'notes', jsonb_build_array('Moved as binary rows', 'The table is created together with its rows'))
     from latest, generate_series(1, ${tables}) n`,
  )

it('of a flow that never ran has nothing, except how it was made', async () => {
  expect(await overview()).toMatchObject({
    last_success_at: null,
    success_before_at: null,
    runs: [],
    tables: [],
    largest_tables: [],
    spending: { spent: { rows: 0 }, days: [] },
    changes: [{ of: 'flow', saved: { version: 1, saved_by: { uid: 'ada' } } }],
  })
})

it('draws the last 60 runs, and the six largest tables of them', async () => {
  await hasRun(flow, { runs: 70, tables: 8, every: 30 })
  const { runs, largest_tables: largest, tables, ...known } = await overview()
  expect(runs).toHaveLength(60)
  expect(runs.at(-1)).toMatchObject({ status: 'succeeded', made_fresh: true, rows_written: 100, rows_rejected: 1 })
  expect(runs.at(-3)).toMatchObject({ status: 'failed', made_fresh: false })
  expect(known.last_success_at).toBe(runs.at(-1).finished_at)
  expect(known.success_before_at < runs[0].queued_at).toBe(true)
  expect(largest.map(({ target }: { target: string }) => target)).toEqual([8, 7, 6, 5, 4, 3].map((n) => `public.t${n}`))
  expect(largest[0].rows).toHaveLength(60)
  expect(largest[0].rows.at(-1)).toBe(largest[0].rows[0] + 59)
  expect(tables).toHaveLength(8)
  expect(tables[0]).toMatchObject({ target: 'public.t1', arrived_at: runs.at(-1).finished_at })
  expect(tables[0].changed_at).toBe(runs.at(-1).finished_at)
})

it('tells who changed what lately, of the flow, its connections and its columns', async () => {
  const { body } = await api.call('ada', 'PATCH', `${base}/flows/${flow}`, { name: 'All orders' })
  await api.call('ada', 'PATCH', `${base}/connections/${body.source_connection.id}`, { name: 'The shop' })
  await run(
    api.storeUrl,
    `set search_path = millrace; select set_config('millrace.system', 'on', false);
     update run_streams set stream = stream || '{"column_changes": [{"side": "source", "name": "note", "is": "added", "type": "text"}]}'
     where stream->>'target' = 'public.t2' and run_id = (select id from runs order by queued_at desc limit 1)`,
  )
  const { changes } = await overview()
  expect(changes).toMatchObject([
    { of: 'connection', connection: { name: 'The shop' }, saved: { changes: [{ path: ['name'] }] } },
    { of: 'flow', saved: { version: 2, changes: [{ path: ['name'], to: 'All orders' }] } },
    { of: 'flow', saved: { version: 1 } },
    { of: 'columns', target: 'public.t2', columns: [{ name: 'note', is: 'added' }] },
  ])
})

it('is of one’s own organization, and of a flow that exists', async () => {
  await api.organizationOf('eve')
  expect((await api.call('eve', 'GET', `${base}/flows/${flow}/overview`)).status).toBe(404)
  expect((await api.call('ada', 'GET', `${base}/flows/${crypto.randomUUID()}/overview`)).status).toBe(404)
})
