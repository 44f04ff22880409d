import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findMends } from '../../src/core/mends/find-mends.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('a failed run is mended', () => {
  let api: Api
  let base: string
  let flowUrl: string
  let source: string
  let target: string
  let ends: object
  let from: string

  beforeAll(async () => {
    ;({ api, base, source, target } = await startShop())
    from = await addPostgresConnection(api, 'ada', base, 'shop')
    const to = await addPostgresConnection(api, 'ada', base, 'warehouse')
    ends = { source_connection: { id: from }, destination_connection: { id: to } }
  })
  afterAll(() => api.stop())

  const flowOf = async (entity: string, settings: object = {}) => {
    const config = { streams: [{ entity: `public.${entity}`, mode: 'replace', ...settings }] }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: entity, ...ends, config })
    flowUrl = `${base}/flows/${body.id}`
  }
  const runNow = async (call: 'run' | 'dry-run' = 'run') => {
    const { body } = await api.call('ada', 'POST', `${flowUrl}/${call}`)
    return endedRun(api, base, body.run_id)
  }
  const change = (entity: string, statement?: string) =>
    api.call('ada', 'POST', `${flowUrl}/target-change`, { entity: `public.${entity}`, ...(statement && { statement }) })

  it('a table that a step joins and that was renamed is the one that is named, and takes its new name', async () => {
    await run(
      source,
      `create table sales (id int primary key, customer_id int); insert into sales values (1, 7);
       create table customers (id int primary key, name text); insert into customers values (7, 'Ada')`,
    )
    const on = [{ column: 'customer_id', other: 'id' }]
    const join = { stream: 'public.customers', rows: 'all', on, columns: ['name'] }
    const config = {
      streams: [{ entity: 'public.sales', mode: 'replace' }],
      transformations: [{ id: 'j', type: 'join', settings: join }],
    }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: 'sales', ...ends, config })
    flowUrl = `${base}/flows/${body.id}`
    expect(await runNow()).toMatchObject({ status: 'succeeded' })

    await run(source, 'alter table customers rename to clients')
    const renamed = await runNow()
    expect(renamed.streams[0].error).toMatchObject({ code: 'ENTITY_NOT_FOUND', gone: { table: 'public.customers' } })

    await run(source, 'alter table clients rename to customers; alter table customers rename column name to full_name')
    const { streams } = await runNow()
    expect(streams[0].error).toMatchObject({
      code: 'COLUMN_NOT_FOUND',
      gone: { table: 'public.customers', column: 'name' },
    })
    expect(streams[0].column_changes ?? []).toEqual([])
  })

  it('a column that is too narrow gets the wider type, after the statement was shown, and then the rows arrive', async () => {
    await run(
      source,
      "create table notes (id int primary key, note text, tax int); insert into notes values (1, 'much longer', 7)",
    )
    await run(target, 'create table notes (id int primary key, note varchar(5))')
    await flowOf('notes')

    const { status, streams } = await runNow()
    expect(status).toBe('failed')
    expect(streams[0].error).toMatchObject({
      code: 'TARGET_MISMATCH',
      account: expect.stringMatching(/./),
      columns: [
        { name: 'tax', is: 'missing', type: 'integer' },
        { name: 'note', is: 'narrow', type: 'text', before: 'character varying(5)' },
      ],
    })

    const { body: planned } = await change('notes')
    expect(planned).toEqual({
      target: 'public.notes',
      statement: 'ALTER TABLE "public"."notes" ADD COLUMN "tax" integer, ALTER COLUMN "note" TYPE text',
      columns: [
        { name: 'note', type: 'text', change: 'widened' },
        { name: 'tax', type: 'integer', change: 'added' },
      ],
    })
    expect(
      await run(target, "select count(*)::int as n from information_schema.columns where table_name = 'notes'"),
    ).toEqual([{ n: 2 }])

    expect((await change('notes', planned.statement)).status).toBe(200)
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    expect(await run(target, 'select * from notes')).toEqual([{ id: 1, note: 'much longer', tax: 7 }])

    const { body: audit } = await api.call('ada', 'GET', `${base}/audit`)
    expect(audit.events.find(({ action }: { action: string }) => action === 'flow.target-changed')).toMatchObject({
      target_name: 'notes: public.notes',
      changes: [{ path: ['target'], to: planned.statement }],
    })

    const again = await change('notes')
    expect([again.status, again.body.code]).toEqual([409, 'NOTHING_TO_CHANGE'])
  })

  it('nothing is changed if the table has changed since the statement was shown, and nothing is ever narrowed', async () => {
    await run(source, 'create table prices (id int primary key, price bigint)')
    await run(target, 'create table prices (id int primary key, price smallint)')
    await flowOf('prices')
    const { body } = await change('prices')
    await run(target, 'alter table prices alter price type int, add more text')

    const late = await change('prices', body.statement.replace('bigint', 'boolean'))
    expect([late.status, late.body.code]).toEqual([422, 'TARGET_CHANGED'])
    await run(target, 'alter table prices alter price type numeric')
    const wide = await change('prices', body.statement)
    expect(wide.body.code).toBe('NOTHING_TO_CHANGE')
    expect(await run(target, "select data_type from information_schema.columns where column_name = 'price'")).toEqual([
      { data_type: 'numeric' },
    ])
  })

  it('a column that cannot be changed is said, and a person who may not edit flows may not change tables', async () => {
    await run(source, 'create table kinds (id int primary key, kind text)')
    await run(target, 'create table kinds (id int primary key, kind int)')
    await flowOf('kinds')

    expect((await change('kinds')).body).toMatchObject({ code: 'TARGET_MISMATCH' })
    expect((await api.call('eve', 'POST', `${flowUrl}/target-change`, { entity: 'public.kinds' })).status).toBe(404)
    const gone = await change('nothing')
    expect([gone.status, gone.body.code]).toEqual([422, 'ENTITY_NOT_FOUND'])
  })

  it('a table that cannot fit is renamed, with its rows, after the statement was shown, and the next run creates it again', async () => {
    await run(source, "create table kits (id int primary key, made text); insert into kits values (1, 'today')")
    await run(target, 'create table kits (id int primary key, made date); insert into kits values (7, now())')
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    await run(target, `create table kits_before_${day} (taken int)`)
    await flowOf('kits')
    const failed = await runNow()
    expect(failed.streams[0].error).toMatchObject({ code: 'TARGET_MISMATCH' })
    const again = (statement?: string) =>
      api.call('ada', 'POST', `${flowUrl}/target-change`, {
        ...{ entity: 'public.kits', again: true },
        ...(statement && { statement }),
      })

    const { body: planned } = await again()
    const statement = `ALTER TABLE "public"."kits" RENAME TO "kits_before_${day}_2"`
    expect(planned).toEqual({ target: 'public.kits', statement, columns: [] })
    expect((await again(statement.replace('_2', '_3'))).body).toMatchObject({ code: 'TARGET_CHANGED' })
    expect(await run(target, 'select id from kits')).toEqual([{ id: 7 }])

    expect((await again(statement)).status).toBe(200)
    expect((await again()).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    expect(await run(target, 'select * from kits')).toEqual([{ id: 1, made: 'today' }])
    expect(await run(target, `select id from kits_before_${day}_2`)).toEqual([{ id: 7 }])
  })

  it('a table that has rows of earlier runs, and a view, are not created again', async () => {
    await run(source, 'create table logs (id int primary key); create table seen (id int primary key)')
    await run(target, "create table logs (id date); create view seen as select 'x' as id")
    await flowOf('logs', { mode: 'append' })
    const again = (entity: string) =>
      api.call('ada', 'POST', `${flowUrl}/target-change`, { entity: `public.${entity}`, again: true })
    expect((await again('logs')).body).toMatchObject({ code: 'NOTHING_TO_CHANGE' })
    await flowOf('seen')
    expect((await again('seen')).body).toMatchObject({ code: 'TARGET_MISMATCH' })
  })

  it('a new column stops the run if the stream says so, and is taken once, or from then on with a new version of the flow', async () => {
    await run(source, 'create table items (id int primary key); insert into items values (1)')
    await flowOf('items', { drift: 'stop' })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    await run(source, 'alter table items add tax int default 3')

    const { id, status, streams } = await runNow()
    expect(status).toBe('failed')
    expect(streams[0].error).toMatchObject({
      code: 'SCHEMA_CHANGED',
      columns: [{ name: 'tax', is: 'added', type: 'integer' }],
    })

    const { body: once } = await api.call('ada', 'POST', `${base}/runs/${id}/retry?new_columns=take`)
    await expect
      .poll(async () => (await api.call('ada', 'GET', `${base}/runs/${once.run_id}`)).body.status, {
        timeout: 30_000,
      })
      .toBe('succeeded')
    expect(await run(target, 'select * from items')).toEqual([{ id: 1, tax: 3 }])
    await run(source, 'alter table items add vat int default 4')
    expect(await runNow()).toMatchObject({ status: 'failed' })

    const config = { streams: [{ entity: 'public.items', mode: 'replace', drift: 'follow' }] }
    await api.call('ada', 'PATCH', flowUrl, { config })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    expect(await run(target, 'select * from items')).toEqual([{ id: 1, tax: 3, vat: 4 }])
  })

  it('says what has changed since the last run that succeeded: columns, credentials, servers; and that none had', async () => {
    await run(source, 'create table people (id int primary key, name text, old int); insert into people values (1)')
    await flowOf('people')
    const good = await runNow()
    const first = await api.call('ada', 'GET', `${base}/runs/${good.id}/changes`)
    expect(first.body).toMatchObject({ good_run_id: null, settings: [], servers: { before: {} } })

    await run(source, 'alter table people drop old, add born date')
    await run(target, 'alter table people alter name type varchar(1), drop old')
    await api.call('ada', 'PATCH', `${base}/connections/${from}`, { name: 'Renamed shop' })
    const bad = await runNow()
    expect(bad.streams[0]).toMatchObject({
      status: 'failed',
      column_changes: [
        { side: 'source', is: 'removed', name: 'old', before: 'integer' },
        { side: 'source', is: 'added', name: 'born', type: 'date' },
        { side: 'destination', is: 'retyped', name: 'name', type: 'character varying(1)', before: 'text' },
      ],
    })

    const { body } = await api.call('ada', 'GET', `${base}/runs/${bad.id}/changes`)
    const [version] = [expect.stringMatching(/^PostgreSQL \d+\.\d+$/)]
    const servers = { millrace: expect.any(String), source: version, destination: version }
    expect(body).toMatchObject({
      good_run_id: good.id,
      settings: [
        { of: 'connection', side: 'source', connection: { id: from, name: 'Renamed shop' }, saved_by: { uid: 'ada' } },
      ],
      servers: { before: servers, after: servers },
    })
    expect((await api.call('eve', 'GET', `${base}/runs/${bad.id}/changes`)).status).toBe(404)
  })

  it('says it of a table that has followed the change, too, in each run only what is new', async () => {
    await run(source, 'create table stays (id int primary key, fee int); insert into stays values (1, 2)')
    await flowOf('stays', { mode: 'upsert', key: ['id'] })
    expect((await runNow()).streams[0]).not.toHaveProperty('column_changes')
    await run(source, 'alter table stays rename fee to charge')
    for (const call of ['dry-run', 'run'] as const)
      expect((await runNow(call)).streams).toMatchObject([
        {
          status: 'succeeded',
          column_changes: [
            { side: 'source', is: 'removed', name: 'fee', before: 'integer' },
            { side: 'source', is: 'added', name: 'charge', type: 'integer' },
          ],
          renamed_columns: [{ name: 'fee', to: 'charge' }],
        },
      ])
    const [later] = (await runNow()).streams
    expect(later).not.toHaveProperty('column_changes')
    // Until somebody answers.
    expect(later.renamed_columns).toEqual([{ name: 'fee', to: 'charge' }])
    const rename = { id: 'a', type: 'rename', settings: { columns: [{ column: 'charge', to: 'fee' }] } }
    await api.call('ada', 'PATCH', flowUrl, {
      config: { streams: [{ entity: 'public.stays', mode: 'upsert', key: ['id'] }], transformations: [rename] },
    })
    expect((await runNow()).streams[0]).not.toHaveProperty('renamed_columns')
  })

  it('a rename that the source takes back needs its step no more: without it the rows arrive as at first', async () => {
    await run(source, 'create table tolls (id int primary key, fee int); insert into tolls values (1, 2)')
    const streams = [{ entity: 'public.tolls', mode: 'upsert' as const, key: ['id'] }]
    await flowOf('tolls', { mode: 'upsert', key: ['id'] })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    await run(source, 'alter table tolls rename fee to charge')
    const step = { id: 'rename-1', type: 'rename', stream: 'public.tolls' }
    const transformations = [{ ...step, settings: { columns: [{ column: 'charge', to: 'fee' }] } }]
    await api.call('ada', 'PATCH', flowUrl, { config: { streams, transformations } })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })

    await run(source, 'alter table tolls rename charge to fee')
    const failed = await runNow()
    expect(failed.streams[0].error).toMatchObject({ code: 'COLUMN_NOT_FOUND' })
    const { body: known } = await api.call('ada', 'GET', `${flowUrl}/known-tables`)
    const named = ({ entity, ...table }: { entity: string; columns: [] }) => ({ name: entity, ...table })
    const columns = ['id', 'fee'].map((name) => ({ name, type: 'integer' }))
    const mends = findMends({
      ...{ error: failed.streams[0].error, stream: failed.streams[0], entities: ['public.tolls'] },
      config: { streams, transformations },
      tables: { known: known.map(named), now: [{ name: 'public.tolls', columns }] },
    })
    expect(mends).toMatchObject([{ kind: 'flow', act: 'replace-column', names: ['charge', 'fee'] }])
    const [mend] = mends
    const config = mend?.kind === 'flow' ? mend.config : {}
    await api.call('ada', 'PATCH', flowUrl, { config })
    await run(source, 'update tolls set fee = 3')
    const mended = await runNow()
    expect(mended).toMatchObject({ status: 'succeeded' })
    expect(mended.streams[0]).not.toHaveProperty('renamed_columns')
    expect(await run(target, 'select * from tolls')).toEqual([{ id: 1, fee: 3 }])
  })

  it.each([
    ['a step names', { transformations: [{ id: 'a', type: 'filter', settings: { where: 'fee > 1' } }] }, {}],
    ['the table’s columns name', {}, { columns: ['id', 'fee'] }],
  ])('says what has changed where %s a column that was renamed, and no row was read', async (_, around, settings) => {
    await run(source, 'drop table if exists fees; create table fees (id int primary key, fee int)')
    await flowOf('fees', settings)
    await api.call('ada', 'PATCH', flowUrl, {
      config: { streams: [{ entity: 'public.fees', mode: 'replace', ...settings }], ...around },
    })
    expect(await runNow()).toMatchObject({ status: 'succeeded' })
    await run(source, 'alter table fees rename fee to charge')
    expect((await runNow()).streams).toMatchObject([
      {
        status: 'failed',
        column_changes: [
          { side: 'source', is: 'removed', name: 'fee', before: 'integer' },
          { side: 'source', is: 'added', name: 'charge', type: 'integer' },
        ],
      },
    ])
  })
})
