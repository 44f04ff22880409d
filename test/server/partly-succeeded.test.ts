import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const MANY = 26
const MESSAGE = /^3 of 5 tables arrived; public\.broken_1 and public\.broken_2 failed, the first: .*not now/

describe('a run of which some tables arrive and others fail', { timeout: 60_000 }, () => {
  let api: Api
  let receiver: WebhookReceiver
  let base: string
  let source: string
  let ends: object

  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    receiver.answer(200, 'thanks')
    ;({ api, base, source } = await startShop())
    const broken = Array.from({ length: MANY }, (_, n) => `create view broken_${n + 1} as select refuse() as id`)
    await run(
      source,
      `create table trouble (is_there boolean); insert into trouble values (true);
       create function refuse() returns int language plpgsql as $$
       begin
         if exists (select from public.trouble) then raise exception 'not now' using errcode = '42501'; end if;
         return 1;
       end $$;
       create table good_1 as select 1 as id; create table good_2 as select 1 as id; create table good_3 as select 1 as id;
       ${broken.join(';')}`,
    )
    ends = await addEnds(api, base)
    const events = ['failed', 'recovered']
    await api.call('ada', 'POST', `${base}/alert-channels`, { kind: 'webhook', url: receiver.url, events })
  })
  afterAll(async () => {
    await api.stop()
    await receiver.stop()
  })

  const addFlow = async (...tables: string[]): Promise<string> => {
    const streams = tables.map((name) => ({ entity: `public.${name}`, target: `public.${name}`, mode: 'replace' }))
    const config = { streams, transformations: [] }
    return (await api.call('ada', 'POST', `${base}/flows`, { name: tables[0], ...ends, config })).body.id
  }
  const broken = (count: number) => Array.from({ length: count }, (_, n) => `broken_${n + 1}`)
  const ended = (id: string) => endedRun(api, base, id)
  const start = async (path: string) => ended((await api.call('ada', 'POST', `${base}/${path}`)).body.run_id)
  const told = (flowId: string) =>
    receiver.received.filter(({ message }) => message.flow?.id === flowId).map(({ message }) => message)
  const trouble = (isThere: boolean) => run(source, isThere ? 'insert into trouble values (true)' : 'truncate trouble')

  it('is told by a dry run of it in words of what would be', async () => {
    const flow = await addFlow('good_1', 'good_2', 'good_3', ...broken(2))
    const { error, id } = await start(`flows/${flow}/dry-run`)
    expect(error.message).toMatch(
      /^3 of 5 tables would arrive; public\.broken_1 and public\.broken_2 would fail, the first: /,
    )
    const { body } = await api.call('ada', 'GET', `${base}/runs/${id}/log`)
    expect(body.lines.at(-1).message).toBe('The dry run has ended: 3 of 5 tables would arrive. Nothing was written.')
  })

  it('has partly succeeded: it names each table that failed, and is trouble until all arrive', async () => {
    const flow = await addFlow('good_1', 'good_2', 'good_3', ...broken(2))
    const partial = await start(`flows/${flow}/run`)
    expect(partial).toMatchObject({
      status: 'partially_succeeded',
      totals: { streams: 5, succeeded: 3, failed: 2 },
      error: { message: expect.stringMatching(MESSAGE), stream: 'public.broken_1' },
    })
    const failing = partial.streams.filter(({ status }: { status: string }) => status === 'failed')
    expect(failing).toMatchObject(
      broken(2).map((name) => ({ entity: `public.${name}`, error: { message: expect.stringContaining('not now') } })),
    )
    await start(`flows/${flow}/run`)
    await expect
      .poll(() => told(flow), { timeout: 20_000 })
      .toMatchObject([
        {
          type: 'flow.failed',
          run: {
            status: 'partially_succeeded',
            error: { message: expect.stringMatching(MESSAGE) },
            tables: { all: 5, arrived: 3 },
            failures: [{ entity: 'public.broken_1' }, { entity: 'public.broken_2' }],
          },
        },
      ])

    await trouble(false)
    expect(await start(`flows/${flow}/run`)).toMatchObject({ status: 'succeeded', error: null })
    await expect
      .poll(() => told(flow).map(({ type }) => type), { timeout: 20_000 })
      .toEqual(['flow.failed', 'flow.recovered'])
    await trouble(true)
  })

  it('moves only what failed when it is tried again', async () => {
    const partial = await start(`flows/${await addFlow('good_1', ...broken(2))}/run`)
    await trouble(false)
    const again = await start(`runs/${partial.id}/retry`)
    await trouble(true)
    expect(again.streams.map(({ entity }: { entity: string }) => entity)).toEqual([
      'public.broken_1',
      'public.broken_2',
    ])
    expect(again.status).toBe('succeeded')
  })

  it('names five of many, and how many more there are', async () => {
    const { error } = await start(`flows/${await addFlow('good_1', ...broken(MANY))}/run`)
    expect(error.message).toMatch(
      /^1 of 27 tables arrived; public\.broken_1, .*, public\.broken_5 and 21 more failed, the first: /,
    )
  })

  it('has failed when none of its tables arrived, and says so', async () => {
    const flow = await addFlow(...broken(2))
    expect(await start(`flows/${flow}/run`)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/^None of the 2 tables arrived; /) },
    })
    const one = await start(`flows/${await addFlow('broken_3')}/run`)
    expect(one).toMatchObject({ status: 'failed', error: { message: one.streams[0].error.message } })
  })

  it('counts neither as succeeded nor as failed, and is found by its state', async () => {
    await run(api.storeUrl, `delete from millrace.runs`)
    const flow = await addFlow('good_1', 'broken_1')
    const { id } = await start(`flows/${flow}/run`)
    const idsOf = async (state: string) =>
      (await api.call('ada', 'GET', `${base}/runs?state=${state}`)).body.runs.map((one: { id: string }) => one.id)
    expect(await idsOf('partially_succeeded')).toEqual([id])
    expect([...(await idsOf('failed')), ...(await idsOf('succeeded')), ...(await idsOf('active'))]).toEqual([])

    const { body: dashboard } = await api.call('ada', 'GET', `${base}/dashboard?period=24h`)
    expect(dashboard.totals).toMatchObject({ runs: 1, succeeded: 0, partially_succeeded: 1, failed: 0 })
    expect(dashboard.buckets.at(-1)).toMatchObject({ partially_succeeded: 1, failed: 0 })
    expect(dashboard.attention).toMatchObject([
      { flow_id: flow, message: expect.stringContaining('1 of 2 tables arrived') },
    ])
    expect(dashboard.problems).toMatchObject([{ error: { message: expect.not.stringContaining('tables arrived') } }])
    const { outcomes } = dashboard.freshness.find(({ flow_id: other }: { flow_id: string }) => other === flow)
    expect(outcomes.at(-1)).toBe('mixed')
  })
})
