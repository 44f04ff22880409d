import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('a stream', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string

  beforeAll(async () => {
    api = await startApi()
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    await run(api.postgres.url, 'create database shop')
    await run(api.postgres.url, 'create database warehouse')
    source = urlOfDatabase(api, 'shop')
    target = urlOfDatabase(api, 'warehouse')
    const from = await addPostgresConnection(api, 'ada', base, 'shop')
    const to = await addPostgresConnection(api, 'ada', base, 'warehouse')
    const ends = { source_connection: { id: from }, destination_connection: { id: to } }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const use = async (stream: object) =>
    expect((await api.call('ada', 'PATCH', flowUrl, { config: { streams: [stream] } })).status).toBe(200)

  const runNow = async () => {
    const { body } = await api.call('ada', 'POST', `${flowUrl}/run`)
    for (let tries = 0; tries < 600; tries++) {
      const { body: found } = await api.call('ada', 'GET', `${base}/runs/${body.run_id}`)
      if (found.finished_at) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the run did not end')
  }

  it('stops, leaves out or follows when its source has got a column since the last run', async () => {
    await run(source, 'create table orders (id int primary key); insert into orders values (1)')
    const stream = { entity: 'public.orders', target: 'orders', mode: 'upsert' }
    await use({ ...stream, drift: 'stop' })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    await run(source, `alter table orders add note text; insert into orders values (2, 'b')`)
    expect(await runNow()).toMatchObject({
      status: 'failed',
      error: { code: 'SCHEMA_CHANGED', message: expect.stringContaining('"note" was added') },
    })
    await use({ ...stream, drift: 'ignore' })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    await expect(run(target, 'select note from orders')).rejects.toThrow('note')
    await use(stream)
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    expect(await run(target, 'select id, note from orders order by id')).toEqual([
      { id: 1, note: null },
      { id: 2, note: 'b' },
    ])
  })
})
