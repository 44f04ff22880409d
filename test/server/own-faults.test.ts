import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'

let api: Api
let base: string
let flowId: string

beforeAll(async () => {
  api = await startApi()
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(urlOfDatabase(api, 'shop'), 'create table orders as select n as id from generate_series(1, 3) n')
  const flow = await api.call('ada', 'POST', `${base}/flows`, {
    name: 'Orders',
    source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
    destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'warehouse') },
    config: { streams: [{ entity: 'public.orders', target: 'public.orders', mode: 'append' }], transformations: [] },
  })
  flowId = flow.body.id
})
afterAll(() => api.stop())
afterEach(() => run(urlOfDatabase(api, 'warehouse'), 'drop table if exists orders'))

/** What the store refuses is, for a run, an error of ours like any other. */
async function whileTheStoreRefuses<T>(table: string, work: () => Promise<T>): Promise<T> {
  await run(
    api.storeUrl,
    `create function millrace.refuse() returns trigger language plpgsql as $$ begin raise exception 'a mistake of ours'; end $$;
     create trigger refuse before insert or update on millrace.${table} execute function millrace.refuse()`,
  )
  try {
    return await work()
  } finally {
    await run(api.storeUrl, 'drop function millrace.refuse cascade')
  }
}

async function runToItsEnd(): Promise<Answer['body']> {
  const { run_id: runId } = (await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)).body
  return endedRun(api, base, runId)
}

const rowsArrived = async () =>
  Number((await run<{ n: string }>(urlOfDatabase(api, 'warehouse'), 'select count(*) as n from orders'))[0]?.n)

const OURS = { code: 'INTERNAL', hint: expect.stringMatching(/our fault.*report it/) }

const loggedFault = (text: string) =>
  api.logged.some(
    (line) => line.includes(text) && line.includes('a mistake of ours') && line.includes('execute-run.ts'),
  )

it('an error of ours at the end of a run ends it as ours, and no row is moved a second time', async () => {
  const ended = await whileTheStoreRefuses('run_servers', runToItsEnd)
  expect(ended).toMatchObject({ status: 'partially_succeeded', attempt: 1, error: OURS })
  expect(await rowsArrived()).toBe(3)
  expect(loggedFault('run failed')).toBe(true)
})

it('an error of ours before the rows ends the run as ours at its first attempt', async () => {
  await run(api.storeUrl, 'alter table millrace.reject_limits rename to elsewhere')
  try {
    expect(await runToItsEnd()).toMatchObject({ status: 'failed', attempt: 1, error: OURS })
  } finally {
    await run(api.storeUrl, 'alter table millrace.elsewhere rename to reject_limits')
  }
})

it('a run that cannot be begun because of an error of ours is tried three times, logged each time, and ends as ours', async () => {
  const begun = () => api.logged.filter((line) => line.includes('run could not be begun')).length
  const before = begun()
  await run(api.storeUrl, 'alter table millrace.usage_entries rename to elsewhere')
  try {
    const ended = await runToItsEnd()
    expect(ended).toMatchObject({ status: 'failed', error: OURS })
    expect(begun() - before).toBe(2)
    const place = api.logged.filter((line) => line.includes('run failed') && line.includes(ended.id)).join()
    expect(place).toContain('claim-run.ts')
  } finally {
    await run(api.storeUrl, 'alter table millrace.elsewhere rename to usage_entries')
  }
  expect(await runToItsEnd()).toMatchObject({ status: 'succeeded' })
})
