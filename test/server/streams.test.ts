import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('a stream', () => {
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

  const use = async (stream: object) =>
    expect((await api.call('ada', 'PATCH', flowUrl, { config: { streams: [stream] } })).status).toBe(200)

  const runNow = async () => {
    const { body } = await api.call('ada', 'POST', `${flowUrl}/run`)
    return endedRun(api, base, body.run_id)
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
    const { body: known } = await api.call('ada', 'GET', `${flowUrl}/known-tables`)
    expect(known).toEqual([
      { entity: 'public.orders', target: 'public.orders', columns: [{ name: 'id', type: 'integer' }] },
    ])
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

  it('tells how far it was read, is reset by who may, and leaves out what is there already', async () => {
    await run(source, 'create table visits (id int); insert into visits values (1), (2)')
    await use({ entity: 'public.visits', target: 'visits', mode: 'append', cursor: 'id' })
    expect(await runNow()).toMatchObject({ rows_written: 2 })
    const position = { entity: 'public.visits', target: 'public.visits', cursor: 'id' }
    const positions = async () => (await api.call('ada', 'GET', `${flowUrl}/streams`)).body
    expect(await positions()).toEqual([{ ...position, bound: '2' }])

    const reset = () => api.call('ada', 'POST', `${flowUrl}/streams/reset`, { entity: 'public.visits' })
    expect((await reset()).status).toBe(204)
    expect((await reset()).status).toBe(204)
    expect(await positions()).toEqual([{ ...position, bound: null }])
    const { body: events } = await api.call('ada', 'GET', `${base}/audit?action=flow.stream-reset`)
    expect(events.events).toMatchObject([{ target_name: 'Shop: public.visits' }])

    const again = await runNow()
    const note = '2 rows were read again and left out, because they already exist.'
    const counts = { rows_read: 2, rows_written: 0, rows_filtered: 2 }
    expect(again.streams).toMatchObject([{ ...counts, window: { until: '2' }, notes: [note] }])
    expect(again.streams[0].window.from).toBeUndefined()
    expect(await positions()).toEqual([{ ...position, bound: '2' }])
  })

  it('appends once what has no value in the cursor, although nothing can tell how far was read', async () => {
    await run(source, 'create table notes (id int, at int); insert into notes values (1, null), (2, null)')
    await use({ entity: 'public.notes', target: 'notes', mode: 'append', cursor: 'at' })
    expect(await runNow()).toMatchObject({ rows_written: 2 })
    expect(await runNow()).toMatchObject({ status: 'succeeded', rows_written: 0, streams: [{ rows_filtered: 2 }] })
  })

  it('appends no row twice after its table was renamed, nor after its cursor was, and loses no version', async () => {
    await run(source, `create table logins (id int primary key, at int); insert into logins values (1, 1), (2, 2)`)
    const stream = { entity: 'public.logins', target: 'logins', mode: 'append', cursor: 'at' }
    await use(stream)
    expect(await runNow()).toMatchObject({ rows_written: 2 })
    await run(source, 'alter table logins rename to sign_ins; insert into sign_ins values (3, 3)')
    await use({ ...stream, entity: 'public.sign_ins' })
    expect(await runNow()).toMatchObject({ rows_written: 1, streams: [{ rows_filtered: 2 }] })
    expect(await runNow()).toMatchObject({ rows_written: 0, streams: [{ window: { until: '3' } }] })

    await run(source, 'alter table sign_ins rename at to moment; update sign_ins set moment = 4 where id = 1')
    const named = {
      ...{ id: 'first', type: 'rename', stream: 'public.sign_ins' },
      settings: { columns: [{ column: 'moment', to: 'at' }] },
    }
    const streams = [{ ...stream, entity: 'public.sign_ins', cursor: 'moment' }]
    const { status } = await api.call('ada', 'PATCH', flowUrl, { config: { streams, transformations: [named] } })
    expect(status).toBe(200)
    // The target's key refuses a second version of a row; without it both stay.
    await run(target, 'alter table logins drop constraint logins_pkey')
    const { streams: ended } = await runNow()
    expect(ended).toMatchObject([{ status: 'succeeded', rows_written: 1, rows_filtered: 2 }])
    expect(ended[0].notes).not.toContainEqual(expect.stringContaining('no longer has'))
    const there = await run(target, 'select id, at from logins order by id, at')
    expect(there.map((row) => Object.values(row).join(' '))).toEqual(['1 1', '1 4', '2 2', '3 3'])
    await api.call('ada', 'PATCH', flowUrl, { config: { streams, transformations: [] } })
  })

  it('of another table that the flow is given for the same target, appends each row that is not there already in all its columns', async () => {
    await run(
      source,
      'create table y2025 (id int primary key, v text); insert into y2025 values (1, $$a$$), (2, $$b$$)',
    )
    await run(source, 'create table y2026 (id int, v text); insert into y2026 values (1, $$c$$), (2, $$b$$)')
    const stream = { entity: 'public.y2025', target: 'years', mode: 'append', cursor: 'id' }
    await run(target, 'create table years (id int, v text)')
    await use(stream)
    expect(await runNow()).toMatchObject({ rows_written: 2 })
    await use({ ...stream, entity: 'public.y2026' })
    expect(await runNow()).toMatchObject({ rows_written: 1, streams: [{ rows_filtered: 1 }] })
    // Back again: the first table's position is not that of the target any more.
    await use(stream)
    expect(await runNow()).toMatchObject({ rows_written: 0, streams: [{ rows_filtered: 2 }] })
  })

  it('cannot be reset while the flow runs, which would undo it', async () => {
    await run(
      api.storeUrl,
      `update millrace.runs set status = 'running' where id = (select id from millrace.runs order by queued_at desc limit 1)`,
    )
    const { status, body } = await api.call('ada', 'POST', `${flowUrl}/streams/reset`, { entity: 'public.visits' })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'RUN_ACTIVE' })
    await run(api.storeUrl, `update millrace.runs set status = 'succeeded' where status = 'running'`)
  })
})
