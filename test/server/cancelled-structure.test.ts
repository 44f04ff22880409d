import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

let api: Api
let base: string
let source: string
let target: string

beforeAll(async () => {
  ;({ api, base, source, target } = await startShop())
})
afterAll(() => api.stop())

it('a run that is cancelled while the structure is built has partly succeeded, and builds it when it is tried again', async () => {
  await run(source, 'create table orders (id int primary key, note text); create index by_note on orders (note)')
  await run(source, 'insert into orders values (1)')
  await run(
    target,
    `create function wait() returns event_trigger language plpgsql as $$ begin perform pg_sleep(60); end $$;
     create event trigger waits on ddl_command_start when tag in ('CREATE INDEX') execute function wait()`,
  )
  const config = { streams: [{ entity: 'public.orders', target: 'orders', mode: 'replace' }], structure: 'all' }
  const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, {
    name: 'Shop',
    ...(await addEnds(api, base)),
    config,
  })
  const { body } = await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`)
  const waiting = `select 1 as waits from pg_stat_activity where wait_event = 'PgSleep'`
  await expect.poll(() => run(target, waiting), { timeout: 20_000 }).not.toEqual([])
  await api.call('ada', 'POST', `${base}/runs/${body.run_id}/cancel`)
  expect(await endedRun(api, base, body.run_id)).toMatchObject({
    status: 'partially_succeeded',
    error: { code: 'STRUCTURE_FAILED' },
    streams: [{ status: 'succeeded' }],
  })

  await run(target, 'drop event trigger waits')
  const { body: retried } = await api.call('ada', 'POST', `${base}/runs/${body.run_id}/retry`)
  expect(await endedRun(api, base, retried.run_id)).toMatchObject({ status: 'succeeded' })
  expect(await run(target, `select 1 as there from pg_indexes where indexname = 'by_note'`)).toHaveLength(1)
})
