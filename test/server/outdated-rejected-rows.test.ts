import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('rejected rows that are sent again after a later run', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    const ends = await addEnds(api, base)
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const begin = async (stream: object, key = 'primary key') => {
    const config = { streams: [{ entity: 'public.orders', target: 'orders', on_invalid: 'reject', ...stream }] }
    expect((await api.call('ada', 'PATCH', flowUrl, { config })).status).toBe(200)
    for (const [url, type] of [
      [source, 'bigint'],
      [target, 'smallint'],
    ] as const)
      await run(url, `drop table if exists orders; create table orders (id int ${key}, qty ${type}, at timestamp)`)
  }
  const ended = async (runId: string) => {
    return endedRun(api, base, runId)
  }
  const runNow = async () => ended((await api.call('ada', 'POST', `${flowUrl}/run`)).body.run_id)
  const replay = (runId: string) => api.call('ada', 'POST', `${base}/runs/${runId}/replay`)
  const sendAgain = async (runId: string) => ended((await replay(runId)).body.run_id)
  const widen = () => run(target, 'alter table orders alter qty type bigint')
  const seen = () => run(target, 'select id, qty::int from orders order by id')

  it('do not overwrite rows that a later run has brought, and insert those that are missing', async () => {
    await begin({ mode: 'upsert' })
    await run(source, 'insert into orders values (1, 100000), (2, 100000), (3, 1)')
    const { id } = await runNow()
    await run(source, 'update orders set qty = 7 where id = 1')
    expect(await runNow()).toMatchObject({ streams: [{ rows_written: 2, rows_rejected: 1 }] })
    await widen()
    const sent = await sendAgain(id)
    expect(sent).toMatchObject({
      status: 'succeeded',
      streams: [{ rows_read: 2, rows_written: 1, rows_filtered: 1, rows_left_out: 1, rows_rejected: 0 }],
    })
    const { body: log } = await api.call('ada', 'GET', `${base}/runs/${sent.id}/log`)
    expect(log.lines.map(({ message }: { message: string }) => message)).toContain(
      '1 row was left out and counts as filtered: the destination has a row with its key that came later.',
    )
    expect(await seen()).toEqual([
      { id: 1, qty: 7 },
      { id: 2, qty: 100000 },
      { id: 3, qty: 1 },
    ])
  })

  it('update rows that are older by the column by which the flow reads new rows', async () => {
    await begin({ mode: 'upsert', cursor: 'at' })
    const at = (day: number) => `'2026-01-0${day}'`
    await run(source, `insert into orders values (1, 1, ${at(1)}), (2, 1, ${at(1)}), (3, 1, ${at(1)})`)
    await runNow()
    await run(source, `update orders set qty = 100000, at = ${at(2)} where id in (1, 2, 3)`)
    const { id } = await runNow()
    // One gets a newer version at a later time, one within the same moment.
    await run(source, `update orders set qty = 7, at = ${at(3)} where id = 1`)
    await run(source, `update orders set qty = 8 where id = 3`)
    await runNow()
    expect(await seen()).toEqual([
      { id: 1, qty: 7 },
      { id: 2, qty: 1 },
      { id: 3, qty: 8 },
    ])
    await widen()
    expect(await sendAgain(id)).toMatchObject({
      streams: [{ rows_read: 3, rows_written: 1, rows_filtered: 2, rows_rejected: 0 }],
    })
    expect(await seen()).toEqual([
      { id: 1, qty: 7 },
      { id: 2, qty: 100000 },
      { id: 3, qty: 8 },
    ])
  })

  it('are as old when a run that sent them has rejected them again', async () => {
    await begin({ mode: 'upsert' })
    await run(source, 'insert into orders values (1, 100000)')
    const { id } = await runNow()
    const rejectedAgain = await sendAgain(id)
    await run(source, 'update orders set qty = 7 where id = 1')
    await runNow()
    await widen()
    await sendAgain(rejectedAgain.id)
    expect(await seen()).toEqual([{ id: 1, qty: 7 }])
  })

  it('overwrite what was there before, as long as no later run has come', async () => {
    await begin({ mode: 'upsert' })
    await run(source, 'insert into orders values (1, 1)')
    await runNow()
    await run(source, 'update orders set qty = 100000')
    const { id } = await runNow()
    await widen()
    expect(await sendAgain(id)).toMatchObject({ streams: [{ rows_written: 1, rows_filtered: 0 }] })
    expect(await seen()).toEqual([{ id: 1, qty: 100000 }])
  })

  describe('of a source with several rows of one key', () => {
    const beginMany = async (stream: object = {}) => {
      await begin({ mode: 'upsert', key: ['id'], ...stream }, '')
      await run(target, 'alter table orders add primary key (id)')
    }
    const at = (day: number) => `'2026-01-0${day}'`

    it('do not overwrite the row that came after them in the same run', async () => {
      await beginMany()
      await run(source, 'insert into orders values (1, 100000), (1, 7), (2, 8), (2, 100000), (3, 100000)')
      const { id } = await runNow()
      await widen()
      // Rows that something newer may have come after are sent apart from the others.
      await sendAgain(id)
      await sendAgain(id)
      expect(await seen()).toEqual([
        { id: 1, qty: 7 },
        { id: 2, qty: 100000 },
        { id: 3, qty: 100000 },
      ])
    })

    it('do not overwrite a later rejected row that was sent before them', async () => {
      await beginMany()
      await run(source, 'insert into orders values (1, 100000), (1, 200000)')
      const { id } = await runNow()
      await widen()
      const { body } = await api.call('ada', 'GET', `${base}/runs/${id}/rejected-rows`)
      const [older, newer] = body.rows
      const send = async (row: { id: number }) =>
        ended(
          (
            await api.call('ada', 'POST', `${base}/runs/${id}/rejected-rows/replay`, {
              entity: 'public.orders',
              rows: [row.id],
            })
          ).body.run_id,
        )
      await send(newer)
      expect(await send(older)).toMatchObject({ streams: [{ rows_written: 0, rows_filtered: 1 }] })
      expect(await seen()).toEqual([{ id: 1, qty: 200000 }])
    })

    it('do not overwrite a row that is newer by the cursor, in whatever order both were read', async () => {
      await beginMany({ cursor: 'at' })
      await run(source, `insert into orders values (1, 7, ${at(7)}), (1, 100000, ${at(6)})`)
      const { id } = await runNow()
      await widen()
      await sendAgain(id)
      expect(await seen()).toEqual([{ id: 1, qty: 7 }])
    })

    it('do not overwrite the row that came after one that broke a constraint', async () => {
      await beginMany()
      await run(target, 'alter table orders alter qty type bigint, add constraint low check (qty < 1000)')
      await run(source, 'insert into orders values (1, 100000), (1, 7), (2, 100000)')
      const { id } = await runNow()
      await run(target, 'alter table orders drop constraint low')
      await sendAgain(id)
      await sendAgain(id)
      expect(await seen()).toEqual([
        { id: 1, qty: 7 },
        { id: 2, qty: 100000 },
      ])
    })
  })

  it('do not overwrite another row whose key somebody has given them', async () => {
    await begin({ mode: 'upsert' })
    await run(source, 'insert into orders values (1, 100000), (2, 7)')
    const { id } = await runNow()
    const { body } = await api.call('ada', 'GET', `${base}/runs/${id}/rejected-rows`)
    const rows = [{ id: body.rows[0].id, values: { id: '2', qty: '5' } }]
    expect((await api.call('ada', 'PATCH', `${base}/runs/${id}/rejected-rows`, { rows })).status).toBe(204)
    expect(await sendAgain(id)).toMatchObject({ streams: [{ rows_written: 0, rows_filtered: 1 }] })
    expect(await seen()).toEqual([{ id: 2, qty: 7 }])
  })

  it('do not overwrite what another flow has brought since', async () => {
    await begin({ mode: 'upsert' })
    await run(source, 'insert into orders values (1, 100000)')
    const { id } = await runNow()
    await run(source, 'update orders set qty = 7')
    const first = (await api.call('ada', 'GET', flowUrl)).body
    const { body: other } = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Other',
      source_connection: { id: first.source_connection.id },
      destination_connection: { id: first.destination_connection.id },
      config: { streams: [{ entity: 'public.orders', target: 'orders', mode: 'upsert' }] },
    })
    await ended((await api.call('ada', 'POST', `${base}/flows/${other.id}/run`)).body.run_id)
    await widen()
    await sendAgain(id)
    expect(await seen()).toEqual([{ id: 1, qty: 7 }])
  })

  it('do not overwrite what another flow has brought through another connection to the same database', async () => {
    await begin({ mode: 'upsert' })
    await run(source, 'insert into orders values (1, 100000)')
    const { id } = await runNow()
    await run(source, 'update orders set qty = 7')
    const first = (await api.call('ada', 'GET', flowUrl)).body
    const second = await addPostgresConnection(api, 'ada', base, 'warehouse')
    expect(second).not.toBe(first.destination_connection.id)
    const { body: other } = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Through another connection',
      source_connection: { id: first.source_connection.id },
      destination_connection: { id: second },
      config: { streams: [{ entity: 'public.orders', target: 'orders', mode: 'upsert' }] },
    })
    await ended((await api.call('ada', 'POST', `${base}/flows/${other.id}/run`)).body.run_id)
    await widen()
    await sendAgain(id)
    expect(await seen()).toEqual([{ id: 1, qty: 7 }])
  })

  it('are refused where a later run has replaced the table: it has read them anew', async () => {
    await begin({ mode: 'replace' }, '')
    await run(source, 'insert into orders values (1, 100000)')
    const { id } = await runNow()
    await widen()
    await runNow()
    const { status, body } = await replay(id)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'ROWS_OUTDATED' })
    expect(await seen()).toEqual([{ id: 1, qty: 100000 }])
  })

  it('are sent once when two people send them at once', async () => {
    await begin({ mode: 'append' }, '')
    await run(source, 'insert into orders values (1, 100000)')
    const { id } = await runNow()
    await widen()
    const both = await Promise.all([replay(id), replay(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    await Promise.all(both.flatMap(({ body }) => (body.run_id ? [ended(body.run_id)] : [])))
    expect((await replay(id)).status).toBe(409)
    expect(await seen()).toEqual([{ id: 1, qty: 100000 }])
  })
})
