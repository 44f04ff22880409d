import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('a comparison of both sides of a flow', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    await run(source, 'create table orders (id int primary key, note text)')
    await run(source, `insert into orders select n, 'n' || n from generate_series(1, 500) n`)
    const ends = await addEnds(api, base)
    const config = { streams: [{ entity: 'public.orders', target: 'orders', mode: 'replace' }] }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends, config })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const ended = async (path: string) => {
    const { body, status } = await api.call('ada', 'POST', path)
    expect(status).toBe(202)
    return endedRun(api, base, body.run_id)
  }
  const notes = async () => run(target, `select id, note from orders where id in (7, 8, 9) order by id`)

  it('shows what differs, writes nothing, and sends just those rows on request, with a receipt', async () => {
    await ended(`${flowUrl}/run`)
    const before = (await api.call('ada', 'GET', flowUrl)).body.last_run
    const equal = await ended(`${flowUrl}/verify`)
    expect(equal).toMatchObject({
      status: 'succeeded',
      dry: true,
      verify: true,
      streams: [
        {
          difference: { created: 0, changed: 0, removed: 0, unchanged: 500 },
          compared_columns: ['id', 'note'],
          rows_written: 0,
        },
      ],
    })
    expect((await api.call('ada', 'GET', flowUrl)).body.last_run.id).toBe(before.id)
    const nothing = await api.call('ada', 'POST', `${base}/runs/${equal.id}/send-differing`)
    expect([nothing.status, nothing.body.code]).toEqual([409, 'NOTHING_TO_SEND'])

    await run(target, `update orders set note = 'altered' where id = 7`)
    await run(target, 'delete from orders where id = 8')
    const found = await ended(`${flowUrl}/verify`)
    expect(found.streams[0].difference).toEqual({ created: 1, changed: 1, removed: 0, unchanged: 498 })
    const { body: rows } = await api.call('ada', 'GET', `${base}/runs/${found.id}/row-changes?entity=public.orders`)
    expect(rows).toEqual({
      columns: ['id', 'note'],
      rows: expect.arrayContaining([{ before: ['7', 'altered'], after: ['7', 'n7'] }, { after: ['8', 'n8'] }]),
    })
    expect(await notes()).toEqual([
      { id: 7, note: 'altered' },
      { id: 9, note: 'n9' },
    ])

    const sent = await ended(`${base}/runs/${found.id}/send-differing`)
    expect(sent).toMatchObject({ status: 'succeeded', dry: false })
    expect(sent.streams[0].rows_written).toBeLessThan(100)
    expect(await notes()).toEqual([7, 8, 9].map((id) => ({ id, note: `n${id}` })))
    const { body: receipt } = await api.call('ada', 'GET', `${base}/runs/${sent.id}/receipt`)
    expect(receipt.streams[0]).toMatchObject({ check: { state: 'counted', reason: 'some-rows' } })
    const { body: audit } = await api.call('ada', 'GET', `${base}/audit`)
    const actions = audit.events.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['run.verified', 'run.differing_sent']))
  })

  it('sends just those rows of a flow of all tables too: rows that only the destination has stay', async () => {
    const { body: flow } = await api.call('ada', 'GET', flowUrl)
    const ends = {
      source_connection: { id: flow.source_connection.id },
      destination_connection: { id: flow.destination_connection.id },
    }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'All', ...ends, config: { streams: [] } })
    await run(target, `update orders set note = 'altered' where id = 7`)
    await run(target, `insert into orders values (9999, 'only here')`)
    const found = await ended(`${base}/flows/${body.id}/verify`)
    expect(found.streams[0].difference).toEqual({ created: 0, changed: 1, removed: 1, unchanged: 499 })
    const sent = await ended(`${base}/runs/${found.id}/send-differing`)
    expect(sent.streams[0].rows_written).toBeLessThan(100)
    expect(await run(target, 'select note from orders where id in (7, 9999) order by id')).toEqual([
      { note: 'n7' },
      { note: 'only here' },
    ])
  })

  it('compares a table whose steps leave rows out, and one that it cannot compare does not stop the others', async () => {
    const { body: flow } = await api.call('ada', 'GET', flowUrl)
    const ends = {
      source_connection: { id: flow.source_connection.id },
      destination_connection: { id: flow.destination_connection.id },
    }
    await run(
      source,
      `create table carts (id int primary key, note text); insert into carts select n, 'n' || n from generate_series(1, 20) n;
       create table shops (id int primary key)`,
    )
    const streams = ['orders', 'carts', 'shops'].map((name) => ({ entity: `public.${name}`, mode: 'replace' }))
    const transformations = [
      { id: 'f', type: 'filter', stream: 'public.carts', settings: { where: 'id > 15' } },
      {
        id: 'a',
        type: 'aggregate',
        stream: 'public.shops',
        settings: { by: ['id'], measures: [{ function: 'count', name: 'n' }] },
      },
    ]
    const config = { streams, transformations }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Some', ...ends, config })
    const moved = await ended(`${base}/flows/${body.id}/run`)
    expect(moved).toMatchObject({ status: 'succeeded' })
    await run(target, `update carts set note = 'altered' where id = 17`)

    const found = await ended(`${base}/flows/${body.id}/verify`)
    const of = (name: string) => found.streams.find(({ entity }: { entity: string }) => entity === `public.${name}`)
    expect(of('orders').status).toBe('succeeded')
    expect(of('carts')).toMatchObject({
      status: 'succeeded',
      difference: { created: 0, changed: 1, removed: 0, unchanged: 4, unknown: 15 },
    })
    expect(of('shops').error.message).toContain('Its steps combine rows.')
    expect(found.status).toBe('partially_succeeded')
    expect(found.error.message).toMatch(/^2 of 3 tables were compared; public\.shops could not be: /)
    const { body: log } = await api.call('ada', 'GET', `${base}/runs/${found.id}/log`)
    expect(log.lines.at(-1).message).toBe('The comparison has ended: 2 of 3 tables were compared. Nothing was written.')
  })

  it('does not call tables the same of which it has not compared every column', async () => {
    const { body: flow } = await api.call('ada', 'GET', flowUrl)
    const ends = {
      source_connection: { id: flow.source_connection.id },
      destination_connection: { id: flow.destination_connection.id },
    }
    await run(source, `create table prices (id int primary key, price int); insert into prices values (1, 10), (2, 20)`)
    const config = {
      streams: [{ entity: 'public.prices', target: 'prices', mode: 'replace' }],
      transformations: [
        { id: 'c', type: 'compute', settings: { columns: [{ name: 'price', expression: 'price * 2' }] } },
      ],
    }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Prices', ...ends, config })
    await ended(`${base}/flows/${body.id}/run`)
    await run(target, 'update prices set price = 999 where id = 2')
    const found = await ended(`${base}/flows/${body.id}/verify`)
    expect(found.streams[0]).toMatchObject({ compared_columns: ['id'], uncompared_columns: ['price'] })
    expect(found.totals.rows_differing).toBeUndefined()
    const { body: log } = await api.call('ada', 'GET', `${base}/runs/${found.id}/log`)
    expect(log.lines.at(-1).message).toBe('The comparison has ended. Nothing was written.')
  })

  it('is refused for a run that was no comparison', async () => {
    const { id } = await ended(`${flowUrl}/run`)
    expect((await api.call('ada', 'POST', `${base}/runs/${id}/send-differing`)).status).toBe(409)
  })
})
