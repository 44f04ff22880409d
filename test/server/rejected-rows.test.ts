import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../../src/server/store/database/database.ts'
import { expireRejectedRows } from '../../src/server/store/runs/rejected-rows.ts'
import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const SECRET = 'not for everyone'

describe('rows that the destination cannot hold', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string
  const stream = { entity: 'public.orders', target: 'orders', mode: 'replace' }
  // Rows that pass a step come as values, not as the source stores them.
  const transformations = [{ id: 'all', type: 'limit', settings: { rows: 5000 } }]

  beforeAll(async () => {
    api = await startApi()
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    await run(api.postgres.url, 'create database shop')
    await run(api.postgres.url, 'create database warehouse')
    source = urlOfDatabase(api, 'shop')
    target = urlOfDatabase(api, 'warehouse')
    await run(source, 'create table orders (id int primary key, qty bigint, note text)')
    await run(
      source,
      `insert into orders select n, case n % 5 when 0 then 100000 else n end, case n when 5 then '${SECRET}' end
       from generate_series(1, 1000) n`,
    )
    await run(target, 'create table orders (id int primary key, qty smallint, note text)')
    const from = await addPostgresConnection(api, 'ada', base, 'shop')
    const to = await addPostgresConnection(api, 'ada', base, 'warehouse')
    const ends = { source_connection: { id: from }, destination_connection: { id: to } }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const use = async (more: object) => {
    const config = { streams: [{ ...stream, ...more }], transformations }
    expect((await api.call('ada', 'PATCH', flowUrl, { config })).status).toBe(200)
  }
  const ended = async (runId: string) => {
    for (let tries = 0; tries < 600; tries++) {
      const { body } = await api.call('ada', 'GET', `${base}/runs/${runId}`)
      if (body.finished_at) return body
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the run did not end')
  }
  const runNow = async () => ended((await api.call('ada', 'POST', `${flowUrl}/run`)).body.run_id)
  const rejectedOf = (who: string, runId: string, cursor = '') =>
    api.call(who, 'GET', `${base}/runs/${runId}/rejected-rows?entity=public.orders${cursor && `&cursor=${cursor}`}`)

  it('fail the run, and nothing changes, unless the stream says otherwise', async () => {
    await use({})
    expect(await runNow()).toMatchObject({ status: 'failed' })
    expect(await run(target, 'select count(*)::int from orders')).toEqual([{ count: 0 }])
  })

  it('are counted, kept for who may see data, and sent again once the destination can hold them', async () => {
    await use({ on_invalid: 'reject' })
    const finished = await runNow()
    expect(finished).toMatchObject({
      status: 'succeeded',
      streams: [{ rows_read: 1000, rows_written: 800, rows_rejected: 200, rows_filtered: 0 }],
    })
    expect(finished.streams[0].notes).toContain('200 rows were rejected; 200 of them are kept for 14 days.')

    const { body: first } = await rejectedOf('ada', finished.id)
    expect(first.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'qty', 'note'])
    expect(first.rows).toHaveLength(100)
    expect(first.rows[0]).toEqual({
      row: 5,
      column: 'qty',
      rule: 'accepts whole numbers from -32768 to 32767',
      rule_sentence: { template: 'accepts whole numbers from {0} to {1}', values: ['-32768', '32767'] },
      values: ['5', '100000', SECRET],
    })
    const { body: second } = await rejectedOf('ada', finished.id, first.next_cursor)
    expect(second.rows).toHaveLength(100)
    expect((await rejectedOf('ada', finished.id, second.next_cursor)).body).toMatchObject({
      rows: [],
      next_cursor: null,
    })

    const [stored] = await run<{ text: string }>(
      api.storeUrl,
      `select string_agg(r::text, '') as text from millrace.rejected_rows r`,
    )
    expect(stored?.text).not.toContain(SECRET)

    await run(target, 'alter table orders alter qty type int')
    const { status, body } = await api.call('ada', 'POST', `${base}/runs/${finished.id}/replay`)
    expect(status).toBe(202)
    expect(await ended(body.run_id)).toMatchObject({
      status: 'succeeded',
      streams: [{ rows_read: 200, rows_written: 200, rows_rejected: 0 }],
    })
    expect(await run(target, 'select * from orders order by id')).toEqual(
      await run(source, 'select id, qty::int, note from orders order by id'),
    )
    expect((await rejectedOf('ada', finished.id)).body.rows).toEqual([])
    const again = await api.call('ada', 'POST', `${base}/runs/${finished.id}/replay`)
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'NOTHING_TO_REPLAY' })
  })

  it('are counted, also beyond those that are kept, when the worker dies between putting the others in place and the end of the run', async () => {
    await run(target, 'truncate orders; alter table orders alter qty type smallint')
    const { id } = await runNow()
    // As if there had been room for half of them.
    await run(api.storeUrl, `delete from millrace.rejected_rows where run_id = '${id}' and row_number > 500`)
    await run(api.storeUrl, `update millrace.runs set status = 'queued', finished_at = null where id = '${id}'`)
    await run(
      api.storeUrl,
      `update millrace_queue.job set state = 'created', start_after = now(), completed_on = null where id = '${id}'`,
    )
    expect(await ended(id)).toMatchObject({
      attempt: 2,
      status: 'succeeded',
      streams: [
        {
          rows_read: 1000,
          rows_written: 800,
          rows_rejected: 200,
          notes: [expect.stringContaining('nothing is done twice')],
        },
      ],
    })
    expect((await rejectedOf('ada', id)).body.rows).toHaveLength(100)
  })

  it('are gone after 14 days, and those of a stream that fails count for nothing', async () => {
    await run(target, 'truncate orders; alter table orders alter qty type smallint')
    const kept = await runNow()
    expect((await rejectedOf('ada', kept.id)).body.rows).toHaveLength(100)
    await run(api.storeUrl, `update millrace.rejected_rows set rejected_at = now() - interval '15 days'`)
    expect((await rejectedOf('ada', kept.id)).body.rows).toEqual([])
    const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
    await database.asSystem(expireRejectedRows)
    await database.close()
    expect(await run(api.storeUrl, 'select from millrace.rejected_rows')).toEqual([])

    await run(target, 'alter table orders add constraint c check (id < 900) not valid')
    const failed = await runNow()
    expect(failed.status).toBe('failed')
    expect(await run(api.storeUrl, 'select from millrace.rejected_rows')).toEqual([])
  })
})
