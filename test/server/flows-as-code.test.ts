import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

interface File {
  readonly name: string
  readonly text: string
}

let api: Api
let password: string

beforeAll(async () => {
  api = await startApi()
  password = api.postgres.password
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(urlOfDatabase(api, 'shop'), 'create table visits (id int primary key); insert into visits values (1), (2)')
})
afterAll(() => api.stop())

/** As many as a large organization has, or a few that show the same. */
const FLOWS = TRIES_ALL ? 500 : 12

const CHANNELS = TRIES_ALL ? 50 : 3

const STREAM = { entity: 'public.visits', target: 'visits', mode: 'append', cursor: 'id' }

/** An organization with two connections and a flow between them. */
async function inhabited(flow: object = {}) {
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  const source_connection = { id: await addPostgresConnection(api, 'ada', base, 'shop') }
  const destination_connection = { id: await addPostgresConnection(api, 'ada', base, 'warehouse') }
  const config = { streams: [STREAM], schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' } }
  const draft = { name: 'Visits', source_connection, destination_connection, config, ...flow }
  const { body } = await api.call('ada', 'POST', `${base}/flows`, draft)
  return { base, flowId: body.id as string, draft }
}

const pull = async (base: string): Promise<File[]> => (await api.call('ada', 'GET', `${base}/code`)).body.files
const plan = async (base: string, files: readonly File[], more: object = {}, as = 'ada') =>
  (await api.call(as, 'POST', `${base}/code/plan`, { files, ...more })).body
const apply = (base: string, files: readonly File[], more: object = {}, as = 'ada') =>
  api.call(as, 'POST', `${base}/code/apply`, { files, ...more })
const edited = (files: readonly File[], name: string, edit: (text: string) => string) =>
  files.map((file) => (file.name === name ? { name, text: edit(file.text) } : file))
const listed = async (base: string, what: string) => (await api.call('ada', 'GET', `${base}/${what}`)).body
const told = ({ changes }: { changes: { action: string; kind: string; name: string }[] }) =>
  changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`)

async function wipe(base: string) {
  for (const kind of ['flows', 'connections', 'integrations'])
    for (const { id } of await listed(base, kind))
      expect((await api.call('ada', 'DELETE', `${base}/${kind}/${id}`)).status).toBe(204)
}

describe('what is exported', () => {
  it('is one file for each flow and connection, with references in place of secrets and ids', async () => {
    const { base } = await inhabited()
    const files = await pull(base)
    expect(files.map(({ name }) => name)).toEqual([
      'connections/shop.yaml',
      'connections/warehouse.yaml',
      'flows/visits.yaml',
    ])
    expect(files[0]?.text).toContain('  password: env:MILLRACE_SHOP_PASSWORD\n')
    expect(JSON.stringify(files)).not.toContain(password)
    expect(files[2]?.text.replace(/id: .*/, 'id: …')).toBe(`millrace: 1
kind: flow
id: …
name: Visits
enabled: true
source: shop
destination: warehouse
schedule:
  cron: 0 6 * * *
  timezone: Europe/Berlin
owner: ada@example.com
streams:
  - entity: public.visits
    target: visits
    mode: append
    cursor: id
`)
    expect(await plan(base, files)).toMatchObject({ changes: [], unchanged: 3, faults: [] })
  })

  it('names what has no name of its own by its id', async () => {
    const { base, draft } = await inhabited()
    const again = await addPostgresConnection(api, 'ada', base, 'shop')
    await api.call('ada', 'POST', `${base}/flows`, { ...draft, name: 'Twin', source_connection: { id: again } })
    const files = await pull(base)
    expect(files.map(({ name }) => name)).toContain('connections/shop-2.yaml')
    expect(files.find(({ name }) => name === 'flows/twin.yaml')?.text).toContain(`source: ${again}\n`)
    expect(await plan(base, files)).toMatchObject({ changes: [], faults: [] })
  })

  it('can be applied to another organization, with the secrets', async () => {
    const { base } = await inhabited()
    const files = await pull(base)
    const other = `/v1/organizations/${await api.organizationOf('ada')}`
    const without = await plan(other, files)
    expect(without.faults).toMatchObject([
      { file: 'connections/shop.yaml', field: 'credentials.password', secret: 'env:MILLRACE_SHOP_PASSWORD', line: 11 },
      { file: 'connections/warehouse.yaml', secret: 'env:MILLRACE_WAREHOUSE_PASSWORD' },
    ])
    const secrets = { 'env:MILLRACE_SHOP_PASSWORD': password, 'env:MILLRACE_WAREHOUSE_PASSWORD': password }
    const applied = await apply(other, files, { secrets })
    expect(told(applied.body)).toEqual([
      'created connection shop',
      'created connection warehouse',
      'created flow Visits',
    ])
    const [flow] = await listed(other, 'flows')
    expect((await api.call('ada', 'POST', `${other}/connections/${flow.source_connection.id}/test`)).status).toBe(200)
    // The ids of the first organization mean nothing in the second one.
    expect(told((await apply(other, files, { secrets })).body)).toEqual([])
  })
})

describe('applied files', () => {
  it('rename, change and create, and do nothing the second time', async () => {
    const { base, flowId } = await inhabited()
    let files = await pull(base)
    files = edited(files, 'flows/visits.yaml', (text) => text.replace('name: Visits', 'name: All visits'))
    files = edited(files, 'connections/shop.yaml', (text) => text.replace('capability: both', 'capability: source'))
    const text = `millrace: 1
kind: flow
name: After it
source: shop
destination: warehouse
after: { flows: [All visits] }
streams: [{ entity: public.visits, target: copies }]
`
    files = [{ name: 'flows/new.yaml', text }, ...files]
    const planned = await plan(base, files)
    expect(planned.faults).toEqual([])
    expect(planned.changes).toMatchObject([
      {
        action: 'changed',
        kind: 'connection',
        name: 'shop',
        changes: [{ path: ['capability'], from: 'both', to: 'source' }],
      },
      {
        action: 'renamed',
        kind: 'flow',
        name: 'All visits',
        previous_name: 'Visits',
        id: flowId,
        file: 'flows/visits.yaml',
      },
      { action: 'created', kind: 'flow', name: 'After it', file: 'flows/new.yaml' },
    ])
    // A plan changes nothing.
    expect((await listed(base, 'flows')).map(({ name }: File) => name)).toEqual(['Visits'])

    const applied = await apply(base, files, { state: planned.state })
    expect(applied.status).toBe(200)
    expect(told(applied.body)).toEqual(told(planned))
    const flows = await listed(base, 'flows')
    expect(flows).toMatchObject([
      { name: 'After it', config: { after: { flows: [{ id: flowId }] } } },
      { name: 'All visits', id: flowId },
    ])
    expect(told((await apply(base, files)).body)).toEqual([])
    const { body: versions } = await api.call('ada', 'GET', `${base}/flows/${flowId}/versions`)
    expect(versions.versions).toHaveLength(2)
  })

  it('are refused when something has changed since the plan', async () => {
    const { base, flowId } = await inhabited()
    const files = await pull(base)
    const { state } = await plan(base, files)
    await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { name: 'Mine' })
    expect(await apply(base, files, { state })).toMatchObject({ status: 409, body: { code: 'PLAN_OUTDATED' } })
    expect((await apply(base, files)).status).toBe(200)
  })

  it('remove what is in no file only when they are told to, into the trash', async () => {
    const { base } = await inhabited()
    const files = (await pull(base)).filter(({ name }) => name.startsWith('connections/'))
    expect(told(await plan(base, files))).toEqual([])
    expect(told(await plan(base, files, { prune: true }))).toEqual(['removed flow Visits'])
    const [shop] = files
    expect(told((await apply(base, shop ? [shop] : [], { prune: true })).body)).toEqual([
      'removed flow Visits',
      'removed connection warehouse',
    ])
    expect(await listed(base, 'flows')).toEqual([])
    expect((await listed(base, 'integrations')).map(({ name }: File) => name)).toEqual(['shop'])
  })

  it('restore what was deleted, so that an incremental flow goes on where it was', async () => {
    await run(urlOfDatabase(api, 'warehouse'), 'drop table if exists visits')
    const { base, flowId } = await inhabited()
    const runNow = async () => {
      const { body } = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)
      return endedRun(api, base, body.run_id)
    }
    expect(await runNow()).toMatchObject({ status: 'succeeded', rows_written: 2 })
    const before = (await listed(base, 'flows'))[0]
    const files = await pull(base)
    await wipe(base)
    const applied = await apply(base, files)
    expect(told(applied.body)).toEqual([
      'restored connection shop',
      'restored connection warehouse',
      'restored flow Visits',
    ])
    expect((await listed(base, 'flows'))[0]).toEqual(before)
    expect(told((await apply(base, files)).body)).toEqual([])
    await run(urlOfDatabase(api, 'shop'), 'insert into visits values (3)')
    expect(await runNow()).toMatchObject({ status: 'succeeded', rows_written: 1 })
  })

  it(`restore ${FLOWS} flows and ${CHANNELS} channels that were wiped, and the second time change nothing`, {
    timeout: 600_000,
  }, async () => {
    const { base, draft } = await inhabited()
    for (let number = 1; number < FLOWS; number++)
      await api.call('ada', 'POST', `${base}/flows`, { ...draft, name: `Visits ${number}` })
    const [{ id: watched }] = await listed(base, 'flows')
    for (let number = 1; number <= CHANNELS; number++) {
      const channel = {
        kind: 'slack',
        url: `https://hooks.slack.com/${number}`,
        events: ['failed'],
        flow_ids: [watched],
      }
      await api.call('ada', 'POST', `${base}/alert-channels`, channel)
    }
    const files = await pull(base)
    for (const { id } of (await listed(base, 'alert-channels')).channels)
      await api.call('ada', 'DELETE', `${base}/alert-channels/${id}`)
    await wipe(base)
    const begun = performance.now()
    expect((await apply(base, files)).body).toMatchObject({ changes: { length: FLOWS + CHANNELS + 2 }, faults: [] })
    const seconds = (performance.now() - begun) / 1_000
    if (TRIES_ALL) process.stdout.write(`applied ${FLOWS} flows in ${seconds.toFixed(1)} s\n`)
    expect(seconds).toBeLessThan(60)
    expect((await apply(base, files)).body).toMatchObject({ changes: [], unchanged: FLOWS + CHANNELS + 2 })
    expect(await pull(base)).toEqual(files)
  })
})

describe('faults', () => {
  it('are named all at once, with file, line and field, and nothing is applied', async () => {
    const { base } = await inhabited()
    const files = edited(await pull(base), 'connections/shop.yaml', (text) =>
      text.replace('env:MILLRACE_SHOP_PASSWORD', 's3cret').replace('name: shop', 'name: The shop'),
    )
    const wrong = [
      ['a.yaml', 'millrace: 9\nkind: flow\n'],
      ['b.yaml', 'kind: flow\n'],
      ['c.yaml', 'millrace: 1\nkind: table\n'],
      ['d.yaml', 'millrace: 1\nkind: flow\n  name: [\n'],
      [
        'e.yaml',
        'millrace: 1\nkind: flow\nname: E\nsource: nowhere\ndestination: warehouse\nstreams:\n  - entity: a\n    mod: x\n    mode: y\n',
      ],
      ['f.yaml', 'millrace: 1\nkind: flow\nname: F\nsource: nowhere\ndestination: warehouse\n'],
      ['g.yaml', 'millrace: 1\nkind: flow\nname: G\nsource: The shop\ndestination: warehouse\n'],
      [
        'h.yaml',
        'millrace: 1\nkind: flow\nname: H\nsource: warehouse\ndestination: warehouse\nschedule:\n  cron: 99 * * * *\n',
      ],
    ].map(([name = '', text = '']) => ({ name, text }))
    const { faults } = await plan(base, [...files, ...wrong])
    const places = faults.map(({ file, line, field }: { file: string; line?: number; field?: string }) =>
      [file, line, field].filter((part) => part !== undefined).join(' '),
    )
    expect(places.sort()).toEqual([
      'a.yaml 1 millrace',
      'b.yaml 1 millrace',
      'c.yaml 2 kind',
      'connections/shop.yaml 11 credentials.password',
      'd.yaml 2',
      'e.yaml 8 streams.0.mod',
      'e.yaml 9 streams.0.mode',
      'f.yaml 4 source',
      'h.yaml 7 schedule.cron',
    ])
    expect(JSON.stringify(faults)).toContain('This file has format 9, and this server reads formats up to 2.')
    const refused = await apply(base, [...files, ...wrong])
    expect(refused).toMatchObject({ status: 422, body: { code: 'CODE_FAULTS', details: { faults: { length: 9 } } } })
    expect(refused.body.message).toContain('9 faults')
    expect((await listed(base, 'flows')).length).toBe(1)
  })

  it('in credentials and settings have their line, too', async () => {
    const { base } = await inhabited()
    const files = edited(await pull(base), 'connections/shop.yaml', (text) =>
      text.replace('  user:', '  usr: x\n  user:').replace('name: shop', 'name: shop\nconfig: {}'),
    )
    expect((await plan(base, files)).faults).toMatchObject([
      { file: 'connections/shop.yaml', line: 11, field: 'credentials.usr', message: 'Unknown field "usr"' },
    ])
    const config = edited(files, 'connections/shop.yaml', (text) =>
      text.replace('  usr: x\n', '').replace('config: {}', 'config: { sheet: x }'),
    )
    expect((await plan(base, config)).faults).toMatchObject([{ line: 5, field: 'config.sheet' }])
  })

  it('are two documents about the same, a loop, and an alias that stands for millions', async () => {
    const { base } = await inhabited()
    const ends = 'source: shop\ndestination: warehouse\n'
    const flow = (name: string, more = '') => `millrace: 1\nkind: flow\nname: ${name}\n${ends}${more}`
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e'].map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcd'[index]}`).join(',')}]\n`).join('')}`
    const { faults } = await plan(base, [
      { name: 'twice.yaml', text: `${flow('A')}---\n${flow('A')}` },
      {
        name: 'loop.yaml',
        text: `${flow('B', 'after: { flows: [C] }\n')}---\n${flow('C', 'after: { flows: [B] }\n')}`,
      },
      { name: 'bomb.yaml', text: bomb },
    ])
    expect(faults.map(({ file, message }: { file: string; message: string }) => `${file}: ${message}`).sort()).toEqual([
      'bomb.yaml: This document has too many aliases.',
      'loop.yaml: “B” starts after this flow, so this flow cannot start after it.',
      'twice.yaml: twice.yaml describes the same. Keep one of them.',
    ])
  })

  it('say what a role may not', async () => {
    const { base } = await inhabited()
    const { body } = await api.call('ada', 'POST', `${base}/service-members`, { name: 'CI', role: 'editor' })
    const headers = { authorization: `Bearer ${body.key}` }
    const files = edited(await pull(base), 'connections/shop.yaml', (text) => text.replace('name: shop', 'name: Shop'))
    const asKey = (files: readonly File[]) => api.call(null, 'POST', `${base}/code/apply`, { files }, headers)
    // The name of the credentials of a connection comes along.
    expect(
      (await asKey(edited(files, 'flows/visits.yaml', (text) => text.replace('source: shop', 'source: Shop')))).status,
    ).toBe(200)
    const moved = edited(await pull(base), 'connections/shop.yaml', (text) =>
      text.replace(/sslmode: .*/, 'sslmode: require'),
    )
    expect((await asKey(moved)).body).toMatchObject({
      code: 'CODE_FAULTS',
      details: { faults: [{ file: 'connections/shop.yaml', message: expect.stringContaining('admin') }] },
    })
  })
})

describe('the owner and the tags of a flow', () => {
  it('are in its file, and change with it; an address that nobody here has changes nothing', async () => {
    const { base, flowId } = await inhabited()
    const files = edited(await pull(base), 'flows/visits.yaml', (text) => `${text}tags:\n  - finance\n`)
    expect((await apply(base, files)).body.changes).toMatchObject([
      { action: 'changed', changes: [{ path: ['tags'], kind: 'added', to: 'finance' }] },
    ])
    const foreign = edited(await pull(base), 'flows/visits.yaml', (text) => text.replace('ada@', 'somebody@'))
    expect(await plan(base, foreign)).toMatchObject({ changes: [], faults: [] })
    expect(await listed(base, `flows/${flowId}`)).toMatchObject({ owner: { uid: 'ada' }, tags: ['finance'] })
  })
})

describe('a flow that a file owns', () => {
  it('is changed only by its file, until somebody takes it over', async () => {
    const { base, flowId } = await inhabited()
    const files = edited(await pull(base), 'flows/visits.yaml', (text) => `${text}owned_by_code: true\n`)
    expect((await apply(base, files)).body.changes).toMatchObject([
      { action: 'changed', changes: [{ path: ['owned_by'], to: 'flows/visits.yaml' }] },
    ])
    expect(await listed(base, `flows/${flowId}`)).toMatchObject({ code_file: 'flows/visits.yaml' })
    expect(await pull(base)).toEqual(files)
    const path = `${base}/flows/${flowId}`
    expect(await api.call('ada', 'PATCH', path, { name: 'Mine' })).toMatchObject({
      status: 409,
      body: { code: 'OWNED_BY_CODE', message: expect.stringContaining('flows/visits.yaml') },
    })
    const taken = await api.call('ada', 'POST', `${path}/take-over`)
    expect(taken.status).toBe(200)
    expect(taken.body).not.toHaveProperty('code_file')
    expect((await api.call('ada', 'PATCH', path, { name: 'Mine' })).status).toBe(200)
  })
})
