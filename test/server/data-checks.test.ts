import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('a flow with checks', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    await run(source, 'create table orders (id int primary key, state text, customer int)')
    await run(source, `insert into orders select n, 'paid', n from generate_series(1, 20) n`)
    const ends = await addEnds(api, base)
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const save = (checks: readonly object[]) =>
    api.call('ada', 'PATCH', flowUrl, {
      config: { streams: [{ entity: 'public.orders', target: 'orders', mode: 'replace', checks }] },
    })
  const runWith = async (checks: readonly object[]) => {
    expect((await save(checks)).status).toBe(200)
    const { body } = await api.call('ada', 'POST', `${flowUrl}/run`)
    return endedRun(api, base, body.run_id)
  }
  const KNOWN = { id: 'known', type: 'accepted_values', column: 'state', values: ['new', 'paid'] }
  const states = async () => (await run(target, 'select distinct state from orders order by 1')) as { state: string }[]

  it('keeps the old rows when rows do not pass, and shows which ones to those who may see data', async () => {
    expect(await runWith([KNOWN])).toMatchObject({
      status: 'succeeded',
      streams: [{ receipt: { data_checks: [{ id: 'known', state: 'passed', rows: 0 }] } }],
    })
    await run(source, `update orders set state = 'paidd' where id = 7`)
    const failed = await runWith([KNOWN])
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'CHECK_FAILED', fix: 'rows' },
      streams: [{ rows_written: 0, receipt: { data_checks: [{ id: 'known', state: 'failed', rows: 1 }] } }],
    })
    expect(failed.streams[0].error.message).toContain('Rows with a value in state that is not accepted: 1.')
    expect(await states()).toEqual([{ state: 'paid' }])

    const rowsUrl = `${base}/runs/${failed.id}/check-rows?entity=public.orders&check=known`
    expect((await api.call('ada', 'GET', rowsUrl)).body).toEqual({
      columns: ['id', 'state', 'customer'],
      rows: [['7', 'paidd', '7']],
    })
    const stored = await run(api.storeUrl, 'select sealed::text as sealed from millrace.check_rows')
    expect(JSON.stringify(stored)).not.toContain('paidd')
    const { body: receipt } = await api.call('ada', 'GET', `${base}/runs/${failed.id}/receipt`)
    expect(receipt.streams[0].data_checks).toEqual([
      {
        id: 'known',
        type: 'accepted_values',
        state: 'failed',
        rows: 1,
        message: 'Rows with a value in state that is not accepted: 1.',
      },
    ])
    await api.organizationOf('eve')
    expect((await api.call('eve', 'GET', rowsUrl)).status).toBe(404)
  })

  it('puts rows in place that only deserve a warning, and says so in the log', async () => {
    const done = await runWith([{ ...KNOWN, severity: 'warn' }])
    expect(done).toMatchObject({ status: 'succeeded', streams: [{ receipt: { data_checks: [{ state: 'warned' }] } }] })
    expect(await states()).toEqual([{ state: 'paid' }, { state: 'paidd' }])
    const { body } = await api.call('ada', 'GET', `${base}/runs/${done.id}/log?level=warning`)
    expect(body.lines.map(({ message }: { message: string }) => message)).toContain(
      'Rows with a value in state that is not accepted: 1.',
    )
  })

  it('compares the number of rows with that of the last run', async () => {
    const COUNT = { id: 'many', type: 'row_count', percent: 10 }
    expect(await runWith([COUNT])).toMatchObject({ status: 'succeeded' })
    await run(source, 'delete from orders where id > 10')
    const failed = await runWith([COUNT])
    expect(failed.streams[0].error.message).toContain('10 rows; expected: 20. 10 % more or fewer are accepted.')
    // The failed run is no measure for the next one.
    expect(await runWith([COUNT])).toMatchObject({ status: 'failed' })
    expect(await runWith([{ ...COUNT, percent: 50 }])).toMatchObject({ status: 'succeeded' })
    expect(await runWith([COUNT])).toMatchObject({ status: 'succeeded' })
  })

  it('looks into another table of the destination', async () => {
    await run(target, 'create table customers (id int)')
    await run(target, 'insert into customers select generate_series(1, 9)')
    const REFERS = { id: 'refers', type: 'foreign_key', columns: ['customer'], target: 'customers', keys: ['id'] }
    const failed = await runWith([REFERS])
    expect(failed.streams[0].error.message).toContain('Rows whose customer does not exist in customers: 1.')
    await run(target, 'insert into customers values (10)')
    expect(await runWith([REFERS])).toMatchObject({ status: 'succeeded' })
  })

  it.each([
    ['no columns', { type: 'not_null', columns: [] }, 'columns'],
    ['no values', { type: 'accepted_values', column: 'state', values: [] }, 'values'],
    ['a negative share', { type: 'row_count', percent: -1 }, 'percent'],
    ['another number of columns', { type: 'foreign_key', columns: ['a'], target: 't', keys: ['b', 'c'] }, 'keys'],
    ['an empty query', { type: 'sql', query: ' ' }, 'query'],
    ['a query that reads no row of the run', { type: 'sql', query: 'SELECT 1 FROM public.orders' }, 'query'],
    ['an unknown type', { type: 'guess' }, 'type'],
  ])('refuses a check with %s, and names the field', async (_, check, field) => {
    const { status, body } = await save([{ id: 'x', ...check }])
    expect(status).toBe(422)
    expect(JSON.stringify(body.details)).toContain(`checks.0.${field}`)
  })

  it('refuses two checks with one id', async () => {
    const { status } = await save([KNOWN, KNOWN])
    expect(status).toBe(422)
  })
})
