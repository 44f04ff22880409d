import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

const SECRET = 'not for everyone'

describe('what a run did and would do', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    await run(source, 'create table orders (id int primary key, note text)')
    await run(source, `insert into orders select n, 'note ' || n from generate_series(1, 100) n`)
    const ends = await addEnds(api, base)
    const streams = [{ entity: 'public.orders', target: 'orders', mode: 'replace', cursor: undefined }]
    const config = { streams, transformations: [] }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends, config })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const ended = async (runId: string) => {
    return endedRun(api, base, runId)
  }
  const started = async (call: 'run' | 'dry-run') =>
    ended((await api.call('ada', 'POST', `${flowUrl}/${call}`)).body.run_id)
  const rowsThere = () => run(target, 'select id, note from orders order by id')

  it('a dry run of a flow whose target is not there says that all rows are new, and makes nothing', async () => {
    expect(await started('dry-run')).toMatchObject({
      status: 'succeeded',
      dry: true,
      streams: [{ rows_read: 100, difference: { created: 100, changed: 0, removed: 0, unchanged: 0 } }],
    })
    expect(
      await run(
        target,
        `select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
        where nspname not like 'pg_%' and nspname <> 'information_schema'`,
      ),
    ).toEqual([])
    const { body: flow } = await api.call('ada', 'GET', flowUrl)
    expect(flow.last_run ?? null).toBeNull()
    const { body: dashboard } = await api.call('ada', 'GET', `${base}/dashboard`)
    expect(dashboard.totals).toMatchObject({ runs: 0, rows_written: 0 })
    const listed = async (dry: string) => (await api.call('ada', 'GET', `${base}/runs?period=24h&dry=${dry}`)).body.runs
    expect([(await listed('no')).length, (await listed('only')).length]).toEqual([0, 1])
  })

  it('a run leaves a receipt whose counts add up, whose keys were compared, and whose hashes anyone can work out', async () => {
    const done = await started('run')
    const { status, body: receipt } = await api.call('ada', 'GET', `${base}/runs/${done.id}/receipt`)
    expect(status).toBe(200)
    expect(receipt).toMatchObject({
      run: { id: done.id, flow: { name: 'Shop', version: 1 }, status: 'succeeded', attempt: 1, dry: false },
      streams: [
        {
          rows: { read: 100, added: 0, written: 100, filtered: 0, rejected: 0 },
          check: { state: 'verified', rows: 100, keys: ['id'] },
          phases: { moving: expect.any(Number), checking: expect.any(Number), committing: expect.any(Number) },
        },
      ],
    })
    const { hash, ...content } = receipt
    const { hash: ofStream, ...stream } = receipt.streams[0]
    expect([sha256(content), sha256(stream)]).toEqual([hash, ofStream])
    expect(done.streams[0].receipt.hash).toBe(ofStream)
    expect(done.flow.config.streams).toMatchObject([{ entity: 'public.orders', mode: 'replace' }])
  })

  it('a dry run says what a run would change, row by row for who may see data, and changes nothing', async () => {
    await run(source, `update orders set note = '${SECRET}' where id <= 9; delete from orders where id > 95`)
    await run(source, `insert into orders select n, 'more' from generate_series(1001, 1142) n`)
    const before = await rowsThere()
    const done = await started('dry-run')
    expect(done).toMatchObject({
      status: 'succeeded',
      streams: [{ rows_written: 237, difference: { created: 142, changed: 9, removed: 5, unchanged: 86 } }],
    })
    expect(await rowsThere()).toEqual(before)

    const changesUrl = `${base}/runs/${done.id}/row-changes?entity=public.orders`
    const { body: changes } = await api.call('ada', 'GET', changesUrl)
    expect(changes.columns).toEqual(['id', 'note'])
    expect(changes.rows).toHaveLength(100)
    expect(changes.rows).toContainEqual({ before: ['1', 'note 1'], after: ['1', SECRET] })
    expect(changes.rows).toContainEqual({ before: ['96', 'note 96'] })
    expect(changes.rows).toContainEqual({ after: ['1001', 'more'] })
    const [stored] = await run<{ text: string }>(
      api.storeUrl,
      `select string_agg(r::text, '') as text from millrace.row_changes r`,
    )
    expect(stored?.text).not.toContain(SECRET)
    await api.call('ada', 'PUT', `${base}/reject-limits`, { rows: 10, megabytes: 1, days: 3 })
    await run(api.storeUrl, `update millrace.row_changes set kept_at = now() - interval '4 days'`)
    expect((await api.call('ada', 'GET', changesUrl)).body.rows).toEqual([])

    expect(await started('run')).toMatchObject({ status: 'succeeded', streams: [{ rows_written: 237 }] })
    expect(await rowsThere()).toEqual(await run(source, 'select id, note from orders order by id'))
    expect(await started('dry-run')).toMatchObject({
      streams: [{ difference: { created: 0, changed: 0, removed: 0, unchanged: 237 } }],
    })
  })

  it.each([
    ['upsert', { created: 1, changed: 1, removed: 0, unchanged: 236 }],
    ['append', { created: 238, changed: 0, removed: 0, unchanged: 0 }],
  ])('a dry run that would %s says so too', async (mode, difference) => {
    await run(source, `insert into orders values (5000, 'new') on conflict do nothing`)
    await run(source, `update orders set note = 'changed' where id = 20`)
    const streams = [{ entity: 'public.orders', target: 'orders', mode }]
    await api.call('ada', 'PATCH', flowUrl, { config: { streams, transformations: [] } })
    expect(await started('dry-run')).toMatchObject({ status: 'succeeded', streams: [{ difference }] })
    expect(await run(target, 'select count(*)::int from orders')).toEqual([{ count: 237 }])
  })
})

const sha256 = (content: unknown) => createHash('sha256').update(canonical(content)).digest('hex')

const canonical = (content: unknown): string => {
  if (Array.isArray(content)) return `[${content.map(canonical).join(',')}]`
  if (typeof content !== 'object' || content === null) return JSON.stringify(content)
  const entries = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(',')}}`
}
