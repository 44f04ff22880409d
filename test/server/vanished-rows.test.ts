import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('a flow that updates rows by their key', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    await run(source, 'create table orders (id int primary key, changed int, note text)')
    await run(source, `insert into orders select n, n * 100000, 'n' || n from generate_series(1, 20) n`)
    await run(source, 'create table logs (id int primary key)')
    const ends = await addEnds(api, base)
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const stream = { entity: 'public.orders', target: 'orders', mode: 'upsert' }
  const use = async (more: object) => {
    const config = {
      streams: [
        { ...stream, ...more },
        { entity: 'public.logs', mode: 'replace' },
      ],
    }
    expect((await api.call('ada', 'PATCH', flowUrl, { config })).status).toBe(200)
  }
  const ended = async (runId: string) => {
    return endedRun(api, base, runId)
  }
  const post = async (path: string, body?: object) => (await api.call('ada', 'POST', path, body)).body
  const runNow = async () => ended((await post(`${flowUrl}/run`)).run_id)
  const idsOf = async (where = 'true') =>
    (await run(target, `select id from orders where ${where} order by id`)).map((row) => (row as { id: number }).id)
  const actions = async () =>
    (await api.call('ada', 'GET', `${base}/audit`)).body.events.map(({ action }: { action: string }) => action)

  it('stops when too many rows are gone at the source, and removes them when a person accepts it', async () => {
    await use({ on_vanished: 'remove' })
    await runNow()
    await run(source, 'delete from orders where id <= 5')
    const stopped = await runNow()
    expect(stopped).toMatchObject({ status: 'partially_succeeded' })
    expect(stopped.streams[0].error).toMatchObject({ code: 'TOO_MANY_VANISHED', vanished: 5, fix: 'stream' })
    expect(await idsOf()).toHaveLength(20)

    const kept = await ended((await post(`${base}/runs/${stopped.id}/vanished`, { decision: 'keep' })).run_id)
    expect(kept).toMatchObject({ status: 'succeeded', streams: [{ entity: 'public.orders', rows_written: 15 }] })
    expect(await idsOf()).toHaveLength(20)

    const accepted = await ended((await post(`${base}/runs/${stopped.id}/vanished`, { decision: 'accept' })).run_id)
    expect(accepted).toMatchObject({ status: 'succeeded', totals: { rows_removed: 5 } })
    expect(accepted.streams[0]).toMatchObject({ rows_read: 15, rows_written: 15, rows_removed: 5 })
    expect(await idsOf()).toHaveLength(15)
    const { body: receipt } = await api.call('ada', 'GET', `${base}/runs/${accepted.id}/receipt`)
    expect(receipt.streams[0].rows).toMatchObject({ written: 15, removed: 5 })
    expect(await actions()).toEqual(expect.arrayContaining(['run.vanished_kept', 'run.vanished_accepted']))

    const none = await api.call('ada', 'POST', `${base}/runs/${accepted.id}/vanished`, { decision: 'accept' })
    expect([none.status, none.body.code]).toEqual([409, 'NOTHING_TO_DECIDE'])
  })

  it('marks them in the column and up to the share that the stream names', async () => {
    await use({ on_vanished: 'mark', vanished_column: 'gone_at', vanished_percent: 50 })
    await run(source, 'delete from orders where id in (6, 7)')
    expect(await runNow()).toMatchObject({ status: 'succeeded', totals: { rows_marked: 2, rows_removed: 0 } })
    expect(await idsOf('gone_at is not null')).toEqual([6, 7])
  })

  it('reads a range again on request, tells the number of rows before, and goes on from where it was', async () => {
    await use({ cursor: 'changed' })
    await runNow()
    const positions = async () => (await api.call('ada', 'GET', `${flowUrl}/streams`)).body
    const before = await positions()
    expect(before).toMatchObject([{ bound: '2000000' }])
    await run(target, `update orders set note = 'wrong'`)
    const streams = [{ entity: 'public.orders', from: '900000', to: '1100000' }]
    expect(await post(`${flowUrl}/backfill/count`, { streams })).toEqual({
      streams: [{ entity: 'public.orders', rows: 3 }],
    })

    const finished = await ended((await post(`${flowUrl}/backfill`, { streams })).run_id)
    expect(finished).toMatchObject({ status: 'succeeded', backfill: streams, totals: { rows_written: 3 } })
    expect(finished.streams[0].window).toMatchObject({ cursor: 'changed', from: '900000', until: '1100000' })
    expect(await idsOf(`note <> 'wrong'`)).toEqual([9, 10, 11])
    expect(await positions()).toEqual(before)
    expect(await actions()).toContain('run.backfilled')

    const whole = await ended((await post(`${flowUrl}/backfill`, { streams: [{ entity: 'public.orders' }] })).run_id)
    expect(whole).toMatchObject({ status: 'succeeded', totals: { rows_written: 13 } })
    expect(await positions()).toEqual(before)
  })

  it('refuses a backfill that would double rows or say nothing, with the reason', async () => {
    const asked = async (part: object) => {
      const { status, body } = await api.call('ada', 'POST', `${flowUrl}/backfill`, { streams: [part] })
      return [status, body.code]
    }
    const counted = async (part: object) => {
      const { status, body } = await api.call('ada', 'POST', `${flowUrl}/backfill/count`, { streams: [part] })
      return [status, body.message]
    }
    expect(await asked({ entity: 'public.logs' })).toEqual([409, 'CANNOT_BACKFILL'])
    expect(await asked({ entity: 'public.none' })).toEqual([422, 'INVALID'])
    const [status, message] = await counted({ entity: 'public.orders', from: 'yesterday' })
    expect([status, message]).toEqual([422, expect.stringContaining('"yesterday" is no value of the column "changed"')])
    await use({})
    expect(await asked({ entity: 'public.orders' })).toEqual([409, 'CANNOT_BACKFILL'])
    await use({ mode: 'append', cursor: 'changed' })
    expect(await asked({ entity: 'public.orders' })).toEqual([409, 'CANNOT_BACKFILL'])
  })
})
