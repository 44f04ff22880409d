import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('the structure of a source that comes with its rows', { timeout: 60_000 }, () => {
  let api: Api
  let base: string
  let ends: { source_connection: object; destination_connection: object }
  let target: string

  beforeAll(async () => {
    ;({ api, base, target } = await startShop())
    await run(
      urlOfDatabase(api, 'shop'),
      `create table customers (id int primary key, mail text constraint one_mail unique);
       create table orders (id serial primary key, customer int constraint of_customer references customers, amount int);
       create index by_amount on orders (amount);
       create function nothing() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger often before insert on orders for each row execute function nothing();
       insert into customers values (1, 'a'), (2, 'b'); insert into orders (customer, amount) values (1, 5), (1, 5)`,
    )
    ends = await addEnds(api, base)
  })
  afterAll(() => api.stop())
  beforeEach(() => run(target, 'drop schema if exists public cascade; create schema public'))

  const table = (name: string) => ({ entity: `public.${name}`, target: `public.${name}`, mode: 'replace' })
  const BOTH = [table('customers'), table('orders')]
  const addFlow = async (streams = BOTH) => {
    const config = { streams, transformations: [], structure: 'all' }
    const answer = await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends, config })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.id as string
  }
  const ended = (runId: string) => endedRun(api, base, runId)
  const start = async (path: string) => ended((await api.call('ada', 'POST', `${base}/${path}`)).body.run_id as string)
  type Line = { readonly kind: string; readonly name: string; readonly state: string }
  const lines = (body: { readonly objects: Line[] }) =>
    body.objects.map(({ kind, name, state }) => `${state} ${kind} ${name}`.trim())
  const reportOf = async (runId: string) =>
    lines((await api.call('ada', 'GET', `${base}/runs/${runId}/structure`)).body)
  const constraints = async () =>
    (
      await run<{ conname: string }>(
        target,
        `select conname from pg_constraint where contype in ('u', 'f') and connamespace = 'public'::regnamespace order by 1`,
      )
    ).map(({ conname }) => conname)

  it('is planned before the flow is saved, built by its run, and in the receipt', async () => {
    const planned = await api.call('ada', 'POST', `${base}/flows/structure`, { ...ends, streams: BOTH })
    expect(lines(planned.body).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      'comes default id',
      'comes foreign_key of_customer',
      'comes index by_amount',
      'comes primary_key customers_pkey',
      'comes primary_key orders_pkey',
      'comes sequence id',
      'comes table',
      'comes table',
      'comes unique one_mail',
      'left function public.nothing()',
      'left trigger often',
    ])

    const flow = await addFlow()
    expect((await api.call('ada', 'GET', `${base}/flows/${flow}`)).body.config.structure).toBe('all')
    const dry = await start(`flows/${flow}/dry-run`)
    expect(await reportOf(dry.id)).toContain('comes foreign_key of_customer')
    expect(await constraints()).toEqual([])

    const moved = await start(`flows/${flow}/run`)
    expect(moved).toMatchObject({ status: 'succeeded' })
    expect(await reportOf(moved.id)).toContain('built index by_amount')
    expect(await constraints()).toEqual(['of_customer', 'one_mail'])
    const receipt = await api.call('ada', 'GET', `${base}/runs/${moved.id}/receipt`)
    expect(receipt.body.structure).toContainEqual(expect.objectContaining({ name: 'often', state: 'left' }))
  })

  it('rows that an object refuses have arrived all the same, and trying again builds only what is missing', async () => {
    const flow = await addFlow([table('orders')])
    await run(target, 'create table taken (id int); create index elsewhere on taken (id)')
    await start(`flows/${flow}/run`)
    await run(
      urlOfDatabase(api, 'shop'),
      'alter table orders drop constraint of_customer; create unique index only_one on orders (customer, amount) where id > 100',
    )
    await run(target, 'update public.orders set id = id + 200')
    const change = {
      config: { streams: [{ ...table('orders'), mode: 'upsert' }], transformations: [], structure: 'all' },
    }
    expect((await api.call('ada', 'PATCH', `${base}/flows/${flow}`, change)).status).toBe(200)
    const failed = await start(`flows/${flow}/run`)
    expect(failed).toMatchObject({ status: 'partially_succeeded', error: { code: 'STRUCTURE_FAILED' } })
    expect(await reportOf(failed.id)).toContain('failed index only_one')

    await run(target, 'delete from public.orders where id = 201')
    const again = await start(`runs/${failed.id}/retry`)
    expect(again).toMatchObject({ status: 'succeeded', streams: [] })
    expect(await reportOf(again.id)).toContain('built index only_one')
  })
})
