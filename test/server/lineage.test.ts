import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { type OpenLineageStandIn, startOpenLineage } from '../stand-ins/openlineage/open-lineage.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

const KEY = 'catalogue-key-4711'

// Each makes several runs, one after the other.
describe('a catalogue that takes OpenLineage', { timeout: 120_000 }, () => {
  let api: Api
  let catalogue: OpenLineageStandIn
  let base: string
  let organization: string
  let ends: object

  beforeAll(async () => {
    catalogue = await startOpenLineage({ key: KEY })
    api = await startApi()
    organization = await api.organizationOf('ada', 'Analytical Engines')
    base = `/v1/organizations/${organization}`
    await run(api.postgres.url, 'create database shop')
    await run(api.postgres.url, 'create database warehouse')
    await run(
      urlOfDatabase(api, 'shop'),
      `create table people (email text primary key, city text);
       create table orders (id int primary key, email text, net numeric, note text);
       insert into people values ('eve@example.com', 'Paris'), ('bob@example.com', 'Rome');
       insert into orders values (1, 'eve@example.com', 10, 'SECRET-NOTE'), (2, 'bob@example.com', 0, 'SECRET-NOTE')`,
    )
    ends = await addEnds(api, base)
  })
  afterEach(async () => {
    catalogue.isAway = false
    await run(api.storeUrl, 'delete from millrace.alert_channels')
  })
  afterAll(async () => {
    await api.stop()
    await catalogue.stop()
  })

  const addCatalogue = async (more: object = {}) => {
    const draft = {
      kind: 'openlineage',
      url: catalogue.url,
      routing_key: KEY,
      events: ['lineage'],
      ...more,
    }
    const { status, body } = await api.call('ada', 'POST', `${base}/alert-channels`, draft)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const addFlow = async (name: string, config: object): Promise<string> => {
    const { status, body } = await api.call('ada', 'POST', `${base}/flows`, {
      name,
      ...ends,
      config,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  const runNow = async (flowId: string, request = 'run') => {
    const { body: started } = await api.call('ada', 'POST', `${base}/flows/${flowId}/${request}`)
    return endedRun(api, base, started.run_id)
  }
  const deliveries = async () => (await api.call('ada', 'GET', `${base}/alert-deliveries`)).body.deliveries
  const eventsOf = (runId: string) =>
    catalogue.events.flatMap(({ event }) => (event.run.runId === runId ? [event] : []))
  const toldOf = async (runId: string, count: number) => {
    await expect.poll(() => eventsOf(runId).length, { timeout: 40_000 }).toBe(count)
    return eventsOf(runId).toSorted((one, other) => Date.parse(one.eventTime) - Date.parse(other.eventTime))
  }

  it('is told the beginning and the end of a run, and which column was made from which, whoever ran the steps', async () => {
    await addCatalogue()
    const on = [{ column: 'email', other: 'email' }]
    const flowId = await addFlow('Sales', {
      streams: [
        { entity: 'public.orders', target: 'sales' },
        { entity: 'public.people', target: 'customers' },
      ],
      transformations: [
        {
          id: 'join',
          type: 'join',
          stream: 'public.orders',
          settings: {
            stream: 'public.people',
            on,
            columns: ['city'],
            rows: 'matching',
          },
        },
        {
          id: 'paid',
          type: 'filter',
          stream: 'public.orders',
          settings: { where: 'net > 0' },
        },
        {
          id: 'sum',
          type: 'aggregate',
          stream: 'public.orders',
          settings: {
            by: ['city'],
            measures: [{ name: 'total', function: 'sum', column: 'net' }],
          },
        },
        // The source can do this one itself.
        {
          id: 'hide',
          type: 'mask',
          stream: 'public.people',
          settings: { columns: [{ column: 'email', method: 'hash' }] },
        },
      ],
    })
    const { id } = await runNow(flowId)
    const [start, complete] = await toldOf(id, 2)

    const { port } = new URL(api.postgres.url)
    const shop = { namespace: `postgres://127.0.0.1:${port}` }
    const orders = { ...shop, name: 'shop.public.orders' }
    const people = { ...shop, name: 'shop.public.people' }
    const by = (table: object, field: string, type: string, subtype: string, more: object = {}) =>
      expect.objectContaining({
        ...table,
        field,
        transformations: [{ type, subtype, ...more }],
      })
    expect(start).toMatchObject({
      eventType: 'START',
      job: {
        namespace: `millrace://${organization}`,
        name: `Sales (${flowId.slice(0, 8)})`,
      },
      inputs: [],
    })
    expect(complete).toMatchObject({
      eventType: 'COMPLETE',
      job: start.job,
      run: {
        runId: id,
        facets: {
          processing_engine: { name: 'Millrace', version: expect.any(String) },
        },
      },
    })
    expect(complete.inputs).toMatchObject([
      {
        ...orders,
        facets: {
          schema: {
            fields: expect.arrayContaining([expect.objectContaining({ name: 'net', type: 'numeric' })]),
          },
        },
        inputFacets: { inputStatistics: { rowCount: 2 } },
      },
      { ...people, inputFacets: { inputStatistics: { rowCount: 2 } } },
    ])
    expect(complete.outputs).toMatchObject([
      {
        ...shop,
        name: 'warehouse.public.sales',
        outputFacets: {
          outputStatistics: { rowCount: 1, size: expect.any(Number) },
        },
        facets: {
          schema: {
            fields: [
              { name: 'city', type: 'text' },
              { name: 'total', type: 'numeric' },
            ],
          },
          columnLineage: {
            fields: {
              city: {
                inputFields: [by(people, 'city', 'DIRECT', 'IDENTITY', { masking: false })],
              },
              total: {
                inputFields: [
                  by(orders, 'net', 'DIRECT', 'AGGREGATION', {
                    masking: false,
                  }),
                ],
              },
            },
            dataset: [
              by(orders, 'email', 'INDIRECT', 'JOIN'),
              by(people, 'email', 'INDIRECT', 'JOIN'),
              by(orders, 'net', 'INDIRECT', 'FILTER'),
              by(people, 'city', 'INDIRECT', 'GROUP_BY'),
            ],
          },
        },
      },
      {
        name: 'warehouse.public.customers',
        facets: {
          columnLineage: {
            fields: {
              email: {
                inputFields: [
                  by(people, 'email', 'DIRECT', 'TRANSFORMATION', {
                    masking: true,
                  }),
                ],
              },
              city: {
                inputFields: [by(people, 'city', 'DIRECT', 'IDENTITY', { masking: false })],
              },
            },
          },
        },
      },
    ])
    expect(catalogue.refusals).toEqual([])
    expect(JSON.stringify(catalogue.events)).not.toMatch(/SECRET-NOTE|eve@example|Paris|password/)
    // What was sent is listed without the event, and not kept a second time.
    await expect.poll(deliveries).toMatchObject([
      {
        event: 'lineage',
        state: 'delivered',
        status: 201,
        flow: { name: 'Sales' },
      },
      { event: 'lineage', state: 'delivered' },
    ])
    expect(await run(api.storeUrl, `select from millrace.alert_deliveries where message ? 'lineage'`)).toEqual([])
    expect(await run(api.storeUrl, 'select from millrace.run_lineage')).toEqual([])
  })

  it('is told why a run failed by codes, which quote no row, and nothing of dry runs', async () => {
    await addCatalogue()
    const streams = [
      { entity: 'public.people', target: 'people' },
      { entity: 'public.gone', target: 'gone' },
    ]
    const flowId = await addFlow('Half', { streams, transformations: [] })
    await runNow(flowId, 'dry-run')
    const { id } = await runNow(flowId)
    const [, failed] = await toldOf(id, 2)
    expect(failed).toMatchObject({
      eventType: 'FAIL',
      outputs: [{ name: 'warehouse.public.people' }],
      run: {
        facets: {
          errorMessage: {
            message: expect.stringMatching(/1 of 2 tables arrived; public\.gone: ENTITY_NOT_FOUND/),
          },
        },
      },
    })
    expect(new Set((await deliveries()).map(({ flow }: { flow: { id: string } }) => flow.id))).toEqual(
      new Set([flowId]),
    )
    expect(await deliveries()).toHaveLength(2)
  })

  it('is told what has arrived when somebody cancels a run', async () => {
    await addCatalogue()
    await run(
      urlOfDatabase(api, 'shop'),
      'create view endless as select n as id from generate_series(1, 1000) n where pg_sleep(0.1) is not null',
    )
    const streams = ['people', 'endless'].map((name) => ({ entity: `public.${name}`, target: `${name}_cancelled` }))
    const flowId = await addFlow('Endless', { streams, transformations: [] })
    const { body: started } = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)
    const path = `${base}/runs/${started.run_id}`
    const arrived = async () =>
      (await api.call('ada', 'GET', path)).body.streams?.filter(
        ({ status }: { status: string }) => status === 'succeeded',
      ).length
    await expect.poll(arrived, { timeout: 40_000 }).toBe(1)
    await api.call('ada', 'POST', `${path}/cancel`)
    const [, aborted] = await toldOf(started.run_id, 2)
    expect(aborted).toMatchObject({ eventType: 'ABORT', outputs: [{ name: 'warehouse.public.people_cancelled' }] })
  })

  it('is told the tables of a large run in parts, which it adds up', async () => {
    await addCatalogue()
    const names = Array.from({ length: 51 }, (_, index) => `part_${index}`)
    await run(urlOfDatabase(api, 'shop'), names.map((name) => `create table ${name} (id int)`).join(';'))
    const streams = names.map((name) => ({
      entity: `public.${name}`,
      target: name,
    }))
    const { id } = await runNow(await addFlow('Large', { streams, transformations: [] }))
    const events = await toldOf(id, 3)
    expect(events.map(({ eventType, outputs }) => [eventType, outputs.length]).toSorted()).toEqual([
      ['COMPLETE', 1],
      ['RUNNING', 50],
      ['START', 0],
    ])
  })

  it('that is away delays no run, and is told when it is back', async () => {
    await addCatalogue()
    catalogue.isAway = true
    const flowId = await addFlow('Away', {
      streams: [{ entity: 'public.people', target: 'away' }],
      transformations: [],
    })
    const { id, status } = await runNow(flowId)
    expect(status).toBe('succeeded')
    await expect.poll(deliveries, { timeout: 40_000 }).toMatchObject([
      { state: 'waiting', status: 503 },
      { state: 'waiting', status: 503 },
    ])
    catalogue.isAway = false
    // As if the pause were over.
    await run(api.storeUrl, `update millrace.alert_deliveries set next_try_at = now() where next_try_at is not null`)
    await run(api.storeUrl, `select pg_notify('millrace_alerts', '')`)
    const told = await toldOf(id, 2)
    expect(told.map(({ eventType }) => eventType)).toEqual(['START', 'COMPLETE'])
  })

  it('can be tried out, at a plain address too if no key is sent there, and its key is never shown', async () => {
    const { id, url, ...shown } = await addCatalogue()
    expect(url).toBe(`${catalogue.url}/api/v1/lineage`)
    const test = async (channel: string) =>
      (await api.call('ada', 'POST', `${base}/alert-channels/${channel}/test`)).body
    expect(await test(id)).toMatchObject({
      event: 'test',
      state: 'delivered',
      status: 201,
    })
    const { body: listed } = await api.call('ada', 'GET', `${base}/alert-channels`)
    const stored = await run(api.storeUrl, 'select * from millrace.alert_channels')
    expect(JSON.stringify([shown, listed, stored])).not.toContain(KEY)

    const plain = await startOpenLineage({ isPlain: true })
    const { id: plainId } = await addCatalogue({
      url: plain.url,
      routing_key: undefined,
    })
    expect(await test(plainId)).toMatchObject({ state: 'delivered' })
    expect(plain.events.at(-1)?.headers).not.toHaveProperty('authorization')
    await plain.stop()
  })

  it.each([
    [{ url: 'http://example.com' }, 'url'],
    [{ url: 'https://me:secret@example.com/' }, 'url'],
    [{ events: ['failed'] }, 'events'],
    [{ kind: 'webhook', routing_key: undefined }, 'events'],
  ])('is refused with %j, by the field', async (more, field) => {
    const draft = {
      kind: 'openlineage',
      url: catalogue.url,
      routing_key: KEY,
      events: ['lineage'],
      ...more,
    }
    const { status, body } = await api.call('ada', 'POST', `${base}/alert-channels`, draft)
    expect({ status, field: body.details?.field }).toEqual({
      status: 422,
      field,
    })
  })
})
