import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../../src/server/store/database/database.ts'
import { expireRejectedRows } from '../../src/server/store/rejects/rejected-rows.ts'
import { queuedRun } from '../support/queued-run.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

const SECRET = 'not for everyone'

describe('rows that the destination cannot hold', () => {
  let api: Api
  let base: string
  let source: string
  let target: string
  let flowUrl: string
  const stream = { entity: 'public.orders', target: 'orders', mode: 'replace' }
  // Rows that pass a step come as values, not as the source stores them.
  const transformations = [{ id: 'all', type: 'limit', settings: { rows: 5000 } }]

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    await run(source, 'create table orders (id int primary key, qty bigint, note text)')
    await run(
      source,
      `insert into orders select n, case n % 5 when 0 then 100000 else n end, case n when 5 then '${SECRET}' end
       from generate_series(1, 1000) n`,
    )
    await run(target, 'create table orders (id int primary key, qty smallint, note text)')
    const ends = await addEnds(api, base)
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...ends })
    flowUrl = `${base}/flows/${body.id}`
  })
  afterAll(() => api.stop())

  const use = async (more: object) => {
    const config = { streams: [{ ...stream, ...more }], transformations }
    expect((await api.call('ada', 'PATCH', flowUrl, { config })).status).toBe(200)
  }
  const ended = async (runId: string) => {
    return endedRun(api, base, runId)
  }
  const runNow = async () => ended((await api.call('ada', 'POST', `${flowUrl}/run`)).body.run_id)
  const rejectedOf = (who: string, runId: string, cursor = '') =>
    api.call(who, 'GET', `${base}/runs/${runId}/rejected-rows?entity=public.orders${cursor && `&cursor=${cursor}`}`)

  it('fail the run, and nothing changes, unless the stream says otherwise', async () => {
    await use({})
    expect(await runNow()).toMatchObject({ status: 'failed' })
    expect(await run(target, 'select count(*)::int from orders')).toEqual([{ count: 0 }])
  })

  it('are counted, kept for who may see data, and sent again once the destination can hold them', async () => {
    await use({ on_invalid: 'reject' })
    const finished = await runNow()
    expect(finished).toMatchObject({
      status: 'succeeded',
      streams: [{ rows_read: 1000, rows_written: 800, rows_rejected: 200, rows_filtered: 0 }],
    })
    expect(finished.streams[0].notes).toContain('200 rows were rejected; 200 of them are kept for 14 days.')

    const { body: first } = await rejectedOf('ada', finished.id)
    expect(first.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'qty', 'note'])
    expect(first.rows).toHaveLength(100)
    expect(first.rows[0]).toEqual({
      id: expect.any(Number),
      row: 5,
      column: 'qty',
      rule: 'accepts whole numbers from -32768 to 32767',
      rule_sentence: { template: 'accepts whole numbers from {0} to {1}', values: ['-32768', '32767'] },
      values: ['5', '100000', SECRET],
      source_values: ['5', '100000', SECRET],
    })
    const { body: second } = await rejectedOf('ada', finished.id, first.next_cursor)
    expect(second.rows).toHaveLength(100)
    expect((await rejectedOf('ada', finished.id, second.next_cursor)).body).toMatchObject({
      rows: [],
      next_cursor: null,
    })

    const [stored] = await run<{ text: string }>(
      api.storeUrl,
      `select string_agg(r::text, '') as text from millrace.rejected_rows r`,
    )
    expect(stored?.text).not.toContain(SECRET)

    await run(target, 'alter table orders alter qty type int')
    const { status, body } = await api.call('ada', 'POST', `${base}/runs/${finished.id}/replay`)
    expect(status).toBe(202)
    expect(await ended(body.run_id)).toMatchObject({
      status: 'succeeded',
      streams: [{ rows_read: 200, rows_written: 200, rows_rejected: 0 }],
    })
    expect(await run(target, 'select * from orders order by id')).toEqual(
      await run(source, 'select id, qty::int, note from orders order by id'),
    )
    expect((await rejectedOf('ada', finished.id)).body.rows).toEqual([])
    const again = await api.call('ada', 'POST', `${base}/runs/${finished.id}/replay`)
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'NOTHING_TO_REPLAY' })
  })

  it('are counted, also beyond those that are kept, when the worker dies between putting the others in place and the end of the run', async () => {
    await run(target, 'truncate orders; alter table orders alter qty type smallint')
    const { id } = await runNow()
    // As if there had been room for half of them.
    await run(api.storeUrl, `delete from millrace.rejected_rows where run_id = '${id}' and row_number > 500`)
    await run(api.storeUrl, `update millrace.runs set status = 'queued', finished_at = null where id = '${id}'`)
    await run(api.storeUrl, queuedRun(id))
    expect(await ended(id)).toMatchObject({
      attempt: 2,
      status: 'succeeded',
      streams: [
        {
          rows_read: 1000,
          rows_written: 800,
          rows_rejected: 200,
          notes: [expect.stringContaining('nothing is done twice')],
        },
      ],
    })
    expect((await rejectedOf('ada', id)).body.rows).toHaveLength(100)
  })

  it('are gone after 14 days, and those of a stream that fails count for nothing', async () => {
    await run(target, 'truncate orders; alter table orders alter qty type smallint')
    const kept = await runNow()
    expect((await rejectedOf('ada', kept.id)).body.rows).toHaveLength(100)
    await run(api.storeUrl, `update millrace.rejected_rows set rejected_at = now() - interval '15 days'`)
    expect((await rejectedOf('ada', kept.id)).body.rows).toEqual([])
    const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
    await database.asSystem(expireRejectedRows)
    await database.close()
    expect(await run(api.storeUrl, 'select from millrace.rejected_rows')).toEqual([])

    await run(
      target,
      `create function no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger no before insert on orders for each row execute function no()`,
    )
    const failed = await runNow()
    expect(failed.status).toBe('failed')
    expect(await run(api.storeUrl, 'select from millrace.rejected_rows')).toEqual([])
  })

  describe('are repaired before they are sent again', () => {
    const rule = 'accepts whole numbers from -32768 to 32767'
    const cause = { entity: 'public.orders', column: 'qty', rule }

    beforeAll(async () => {
      await run(target, 'drop table orders; create table orders (id int primary key, qty smallint, note text)')
      await use({ on_invalid: 'reject' })
    })

    const causesOf = async (runId: string) =>
      (await api.call('ada', 'GET', `${base}/runs/${runId}/rejected-causes`)).body.causes
    const rows = (runId: string, what: 'replay' | 'skip', body: object) =>
      api.call('ada', 'POST', `${base}/runs/${runId}/rejected-rows/${what}`, body)
    const edit = (runId: string, id: number, values: object, seen?: object) =>
      api.call('ada', 'PATCH', `${base}/runs/${runId}/rejected-rows`, { rows: [{ id, values, ...(seen && { seen }) }] })

    it('by cause, with the commonest values and what would help, counted over all of them', async () => {
      const { id } = await runNow()
      expect(await causesOf(id)).toEqual([
        {
          ...{ column: 'qty', rule, rows: 200, kept: 200 },
          rule_sentence: { template: 'accepts whole numbers from {0} to {1}', values: ['-32768', '32767'] },
          values: [{ value: '100000', rows: 200 }],
          mends: [
            { kind: 'empty', rows: 200 },
            { kind: 'widen', type: 'bigint', rows: 200 },
          ],
        },
      ])
      const [stored] = await run<{ text: string }>(
        api.storeUrl,
        `select string_agg(c::text, '') as text from millrace.rejected_causes c`,
      )
      expect(stored?.text).not.toContain('100000')
    })

    it('by hand, one by one: what was picked is sent, a change is checked, and the rest waits', async () => {
      const { id } = await runNow()
      const { body: page } = await rejectedOf('ada', id)
      const [first, second, third] = page.rows
      const refused = await edit(id, first.id, { qty: 'many' })
      expect({ status: refused.status, ...refused.body }).toMatchObject({
        status: 422,
        message: '"qty" accepts only whole numbers',
        details: { field: 'rows.values.qty' },
      })
      expect((await edit(id, first.id, { none: '1' })).status).toBe(422)
      expect((await edit(id, first.id, { qty: '7', note: null })).status).toBe(204)
      expect((await rejectedOf('ada', id)).body.rows[0]).toMatchObject({
        source_values: ['5', '7', null],
        original_values: ['5', '100000', SECRET],
      })

      const { body } = await rows(id, 'replay', { rows: [first.id, second.id] })
      const sent = await ended(body.run_id)
      expect(sent).toMatchObject({
        status: 'succeeded',
        streams: [{ rows_read: 2, rows_written: 1, rows_rejected: 1 }],
      })
      expect(await run(target, 'select * from orders where id = 5')).toEqual([{ id: 5, qty: 7, note: null }])
      expect((await rejectedOf('ada', id)).body.rows[0].id).toBe(third.id)
      expect((await rejectedOf('ada', sent.id)).body.rows).toMatchObject([{ values: ['10', '100000', null] }])
      // They have been sent, so they cannot be changed or sent once more.
      expect((await edit(id, first.id, { qty: '8' })).body.code).toBe('ROWS_NOT_KEPT')
      expect((await rows(id, 'replay', { rows: [first.id] })).body.code).toBe('NOTHING_TO_REPLAY')
    })

    it('in the notation in which they are shown: lists in braces, and bytes', async () => {
      for (const url of [source, target])
        await run(url, 'create table listed (id int primary key, tags text[], code bytea, must int)')
      await run(source, `insert into listed values (1, '{a,b}', '\\x00ff', null)`)
      await run(target, 'alter table listed alter must set not null')
      const config = { streams: [{ entity: 'public.listed', mode: 'append', on_invalid: 'reject' }] }
      const { body: flow } = await api.call('ada', 'GET', flowUrl)
      const ends = { source_connection: flow.source_connection, destination_connection: flow.destination_connection }
      const { body: made } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Lists', ...ends, config })
      const { id } = await ended((await api.call('ada', 'POST', `${base}/flows/${made.id}/run`)).body.run_id)
      const { body: page } = await api.call('ada', 'GET', `${base}/runs/${id}/rejected-rows`)
      const [row] = page.rows
      expect(row.values).toEqual(['1', '{a,b}', '\\x00ff', null])
      const messages = [await edit(id, row.id, { tags: '["c"]' }), await edit(id, row.id, { code: '01' })]
      expect(messages.map(({ body }) => body.message)).toEqual([
        '"tags" accepts only lists such as {1,2}',
        '"code" accepts only bytes such as \\x00ff',
      ])
      expect((await edit(id, row.id, { tags: '{c,"d e"}', code: '\\x01', must: '1' })).status).toBe(204)
      const { body } = await rows(id, 'replay', { rows: [row.id] })
      expect(await ended(body.run_id)).toMatchObject({ status: 'succeeded', streams: [{ rows_written: 1 }] })
      expect(await run(target, 'select tags, code::text from listed')).toEqual([{ tags: ['c', 'd e'], code: '\\x01' }])
    })

    it('by two people at once: nobody overwrites a value that he has not seen', async () => {
      const { id } = await runNow()
      const [row, other] = (await rejectedOf('ada', id)).body.rows
      const seen = { qty: '100000' }
      const atOnce = await Promise.all(['1', '2', '3'].map((qty) => edit(id, row.id, { qty }, seen)))
      expect(atOnce.map(({ status }) => status).sort()).toEqual([204, 409, 409])
      expect((await edit(id, row.id, { qty: '4' }, seen)).body).toMatchObject({
        code: 'ROW_CHANGED',
        message: '"qty" of this row has been changed elsewhere since you read it. Read it again to see the change.',
      })
      // Another value of the row is nobody's business, and of several rows all are changed or none.
      expect((await edit(id, row.id, { note: 'repaired' }, { note: row.source_values[2] })).status).toBe(204)
      const both = [row, other].map((one) => ({ id: one.id, values: { qty: '9' }, seen }))
      expect((await api.call('ada', 'PATCH', `${base}/runs/${id}/rejected-rows`, { rows: both })).status).toBe(409)
      const [first, second] = (await rejectedOf('ada', id)).body.rows
      expect(['1', '2', '3']).toContain(first.source_values[1])
      expect([first.source_values[2], second.source_values[1]]).toEqual(['repaired', '100000'])
      const unknown = await edit(id, row.id, { qty: '5' }, { none: null })
      expect(unknown).toMatchObject({ status: 422, body: { details: { field: 'rows.seen.none' } } })
    })

    it('by a click for all rows of a cause: values emptied, the column made wider, or the rows skipped', async () => {
      const { id } = await runNow()
      const half = await rows(id, 'replay', { entity: 'public.orders', column: 'qty', mend: { kind: 'empty' } })
      expect(half.status).toBe(422)
      const { body: page } = await rejectedOf('ada', id)
      const some = page.rows.slice(0, 10).map((row: { id: number }) => row.id)
      expect(await rows(id, 'skip', { rows: some })).toMatchObject({ status: 200, body: { rows: 10 } })

      const { body: emptied } = await rows(id, 'replay', {
        ...cause,
        rows: [page.rows[10].id],
        mend: { kind: 'empty' },
      })
      expect(await ended(emptied.run_id)).toMatchObject({ streams: [{ rows_written: 1 }] })
      expect(await run(target, 'select qty from orders where id = 55')).toEqual([{ qty: null }])

      const { body: widened } = await rows(id, 'replay', { ...cause, mend: { kind: 'widen', type: 'bigint' } })
      expect(await ended(widened.run_id)).toMatchObject({ streams: [{ rows_written: 189, rows_rejected: 0 }] })
      expect(await run(target, 'select count(*)::int from orders where qty = 100000')).toEqual([{ count: 189 }])
      expect(await causesOf(id)).toEqual([])
    })

    it('by better steps: the rows go through them as they were before the steps', async () => {
      await run(target, 'drop table orders; create table orders (id int primary key, qty smallint)')
      const chosen = { id: 'some', type: 'select', settings: { columns: ['id', 'qty'] } }
      const save = async (...steps: object[]) =>
        expect(
          await api.call('ada', 'PATCH', flowUrl, {
            config: { streams: [{ ...stream, on_invalid: 'reject' }], transformations: steps },
          }),
        ).toMatchObject({ status: 200 })
      await save(chosen)
      const { id } = await runNow()
      const { body: page } = await rejectedOf('ada', id)
      expect(page.source_columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'qty', 'note'])
      expect(page.rows[0]).toMatchObject({ values: ['5', '100000'], source_values: ['5', '100000', SECRET] })

      const sum = {
        id: 'sum',
        type: 'aggregate',
        settings: { by: ['id'], measures: [{ name: 'qty', function: 'count' }] },
      }
      await save(sum)
      const combined = await rows(id, 'replay', {})
      expect(await ended(combined.body.run_id)).toMatchObject({
        error: { code: 'STEPS_COMBINE_ROWS' },
        becomes_others: true,
      })

      const smaller = {
        id: 'less',
        type: 'compute',
        settings: { columns: [{ name: 'qty', expression: 'qty // 1000 + length(note)' }] },
      }
      await save(smaller, chosen)
      const { body } = await rows(id, 'replay', {})
      expect(await ended(body.run_id)).toMatchObject({
        streams: [{ rows_read: 200, rows_written: 200, rows_rejected: 0 }],
      })
      expect(await run(target, 'select qty from orders where id = 5')).toEqual([{ qty: 100 + SECRET.length }])
    })
  })

  it('are kept as long, and as many, as the organization wants, which sees how much that is', async () => {
    await run(target, 'drop table orders; create table orders (id int primary key, qty smallint, note text)')
    await use({ on_invalid: 'reject' })
    const limits = `${base}/reject-limits`
    expect((await api.call('ada', 'PUT', limits, { rows: 10, megabytes: 1, days: 15 })).status).toBe(422)
    const { body } = await api.call('ada', 'PUT', limits, { rows: 10, megabytes: 1, days: 3 })
    expect(body).toMatchObject({ rows: 10, megabytes: 1, days: 3 })
    const { id, streams } = await runNow()
    expect(streams[0].notes).toContain('200 rows were rejected; 10 of them are kept for 3 days.')
    expect((await rejectedOf('ada', id)).body.rows).toHaveLength(10)
    const { kept } = (await api.call('ada', 'GET', limits)).body
    expect(kept).toMatchObject({ runs: expect.any(Number), oldest: expect.any(String) })
    expect(kept.rows).toBeGreaterThanOrEqual(10)
    expect(kept.bytes).toBeGreaterThan(1_000)
    await run(
      api.storeUrl,
      `update millrace.rejected_rows set rejected_at = now() - interval '4 days' where run_id = '${id}'`,
    )
    expect((await rejectedOf('ada', id)).body.rows).toEqual([])
  })
})
