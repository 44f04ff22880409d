import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('the steps of a flow', () => {
  let api: Api
  let base: string
  let source: string
  let from: string

  beforeAll(async () => {
    ;({ api, base, source } = await startShop())
    await run(
      source,
      `create table orders (id bigint primary key, email text, total numeric);
       insert into orders select n, 'user' || n || '@example.com', n * 1.1 from generate_series(1, 5000) n;
       create table refunds (order_id bigint, reason text);
       insert into refunds values (2, 'broken')`,
    )
    from = await addPostgresConnection(api, 'ada', base, 'shop')
  })
  afterAll(() => api.stop())

  const preview = (transformations: readonly object[], more: object = {}) =>
    api.call('ada', 'POST', `${base}/flows/preview`, {
      source: { id: from },
      stream: 'public.orders',
      transformations,
      ...more,
    })
  const filter = (where: string, id = 'f') => ({ id, type: 'filter', settings: { where } })

  it('are shown on rows that a condition chooses, which the source looks for itself', async () => {
    const { body } = await preview([filter('total > 5000')], { where: `id IN (4711, 42) AND email LIKE 'user4%'` })
    expect(body).toMatchObject({ sampled: 2, read: 2, has_more: false })
    expect(body.steps.map(({ id, row_count }: { id: string; row_count: number }) => [id, row_count])).toEqual([
      ['source', 2],
      ['f', 1],
    ])
    // What the source cannot do is done with the first rows.
    expect((await preview([], { where: 'id % 2 = 0 AND length(email) = 17' })).body).toMatchObject({
      sampled: 4,
      read: 5000,
    })
    expect((await preview([], { where: 'total >' })).body.steps.at(-1)).toMatchObject({
      id: 'where',
      error: { message: expect.stringContaining('syntax error'), field: expect.stringContaining('where') },
    })
    expect(await preview([], { where: '' })).toMatchObject({ status: 422 })
  })

  it('are shown on a sample before anything runs: the rows as they are read, then after each', async () => {
    const { status, body } = await preview([
      filter('id > 990'),
      { id: 'm', type: 'mask', settings: { columns: [{ column: 'email', method: 'partial' }] } },
      {
        id: 'g',
        type: 'aggregate',
        settings: { measures: [{ function: 'sum', column: 'total', name: 'total' }] },
      },
    ])
    expect(status).toBe(200)
    expect(body.sampled).toBe(1000)
    expect(body.steps.map(({ id, row_count }: { id: string; row_count: number }) => [id, row_count])).toEqual([
      ['source', 1000],
      ['f', 10],
      ['m', 10],
      ['g', 1],
    ])
    const [read, , masked, grouped] = body.steps
    expect(read).toMatchObject({
      columns: [
        { name: 'id', type: 'bigint' },
        { name: 'email', type: 'text' },
        { name: 'total', type: 'numeric' },
      ],
      truncated: true,
    })
    expect(read.rows).toHaveLength(100)
    expect(masked.rows[0]).toEqual(['991', '***************.com', '1090.1'])
    expect(grouped).toMatchObject({ columns: [{ name: 'total' }], rows: [['10950.5']] })
  })

  it('say which one cannot work and what was probably meant, and show those before it', async () => {
    const { body } = await preview([
      filter('id <= 5'),
      filter('id > 0 and totl > 1', 'wrong'),
      filter('id > 1', 'after'),
    ])
    expect(body.steps).toMatchObject([
      { id: 'source' },
      { id: 'f', row_count: 5 },
      {
        id: 'wrong',
        rows: [],
        error: {
          code: 'COLUMN_NOT_FOUND',
          message: 'There is no column "totl" here: did you mean "total"?',
          field: 'settings.where',
          position: 11,
        },
      },
    ])
    const cast = { id: 'c', type: 'cast', settings: { columns: [{ column: 'email', type: 'integer' }] } }
    expect((await preview([cast])).body.steps[1]).toMatchObject({
      id: 'c',
      error: { code: 'VALUE_NOT_REPRESENTABLE', message: expect.stringContaining('row 1, column "email"') },
    })
    const unfinished = { id: 'u', type: 'filter', settings: {} }
    expect((await preview([unfinished])).body.steps[1]).toMatchObject({ id: 'u', error: { code: 'STEP_UNFINISHED' } })
  })

  it('are shown up to one of them, with rows of another table joined', async () => {
    const on = [{ column: 'id', other: 'order_id' }]
    const join = { id: 'j', type: 'join', settings: { stream: 'public.refunds', rows: 'matching', on } }
    const { body } = await preview([join, filter('false')], { up_to: 'j' })
    expect(body.steps).toMatchObject([
      { id: 'source' },
      { id: 'j', rows: [['2', 'user2@example.com', '2.2', '2', 'broken']] },
    ])
  })

  it('are not shown for a table that is not there', async () => {
    expect(await preview([], { stream: 'public.nothing' })).toMatchObject({
      status: 422,
      body: { code: 'ENTITY_NOT_FOUND', message: expect.stringContaining('public.nothing') },
    })
  })

  it('change the rows of a run, which balances, and a hash is the same in every run and column', async () => {
    const to = await addPostgresConnection(api, 'ada', base, 'warehouse')
    const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Orders',
      source_connection: { id: from },
      destination_connection: { id: to },
      config: {
        streams: [{ entity: 'public.orders' }],
        transformations: [
          filter('total > 5000'),
          { id: 'm', type: 'mask', settings: { columns: [{ column: 'email', method: 'hash' }] } },
        ],
      },
    })
    const { body: started } = await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`)
    await expect
      .poll(async () => (await api.call('ada', 'GET', `${base}/runs/${started.run_id}`)).body, { timeout: 20_000 })
      .toMatchObject({
        status: 'succeeded',
        streams: [{ rows_read: 5000, rows_filtered: 4545, rows_written: 455 }],
      })
    const { body: shown } = await preview([
      filter("id = 1 AND email = 'user1@example.com'"),
      { id: 'x', type: 'compute', settings: { columns: [{ name: 'email', expression: "'user4999@example.com'" }] } },
      { id: 'm', type: 'mask', settings: { columns: [{ column: 'email', method: 'hash' }] } },
    ])
    const arrived = await run(urlOfDatabase(api, 'warehouse'), 'select email from orders where id = 4999')
    expect(arrived).toEqual([{ email: shown.steps.at(-1).rows[0][1] }])
  })
})
