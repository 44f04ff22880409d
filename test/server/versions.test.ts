import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let base: string
let connection: { id: string; integration_id: string; version: number }

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

const SECRET = 'correct horse'

beforeEach(async () => {
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  const { host, port, user } = api.postgres
  const credentials = { host, port, user, password: SECRET, dbname: 'shop', sslmode: 'prefer' }
  const integration = { name: 'Shop', type: 'postgres', credentials }
  const { body } = await api.call('ada', 'POST', `${base}/integrations`, integration)
  const draft = { name: 'Shop', type: 'postgres', integration_id: body.id, config: {} }
  connection = (await api.call('ada', 'POST', `${base}/connections`, draft)).body
})

async function aFlow(): Promise<string> {
  const ends = { source_connection: { id: connection.id }, destination_connection: { id: connection.id } }
  return (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
}

const ask = async (path: string, as = 'ada') => (await api.call(as, 'GET', `${base}${path}`)).body

it('of a flow are listed with who, when and what, and one is restored by a change to its values', async () => {
  const id = await aFlow()
  const path = `${base}/flows/${id}`
  const step = { id: 't1', type: 'filter', settings: { where: 'total > 0' } }
  await api.call('ada', 'PATCH', path, { config: { streams: [], transformations: [step] } })
  await api.call('ada', 'PATCH', path, { name: 'Big orders' })

  const { versions, next_cursor: cursor } = await ask(`/flows/${id}/versions`)
  expect(cursor).toBeNull()
  expect(versions).toMatchObject([
    {
      version: 3,
      saved_by: { uid: 'ada', name: expect.any(String) },
      changes: [{ path: ['name'], kind: 'changed', from: 'Orders', to: 'Big orders' }],
    },
    { version: 2, changes: [{ path: ['transformations', '1 filter'], kind: 'added' }] },
    { version: 1 },
  ])
  expect(versions[2]).not.toHaveProperty('changes')

  const second = await ask(`/flows/${id}/version?version=2`)
  expect(second).toMatchObject({ name: 'Orders', enabled: true, config: { transformations: [step] } })
  const { source_connection_id: from, destination_connection_id: to, ...values } = second
  const restored = { ...values, source_connection: { id: from }, destination_connection: { id: to } }
  const answer = await api.call('ada', 'PATCH', path, restored, { 'if-match': '"3"' })
  expect(answer).toMatchObject({ status: 200, body: { name: 'Orders', version: 4 } })
  expect((await api.call('ada', 'GET', `${path}/version?version=9`)).status).toBe(404)
  expect((await api.call('ada', 'GET', `${path}/version?version=two`)).status).toBe(422)
})

it('of a flow are narrowed to those that changed a setting, and the first one', async () => {
  const id = await aFlow()
  const path = `${base}/flows/${id}`
  await api.call('ada', 'PATCH', path, {
    config: { streams: [], transformations: [], schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' } },
  })
  await api.call('ada', 'PATCH', path, { name: 'Big orders' })
  await api.call('ada', 'PATCH', path, { freshness_minutes: 60 })
  const numbers = async (setting: string) => {
    const { versions } = await ask(`/flows/${id}/versions?changed=${setting}`)
    return versions.map(({ version }: { version: number }) => version)
  }

  expect(await numbers('schedule')).toEqual([2, 1])
  expect(await numbers('freshness')).toEqual([4, 1])
  expect(await numbers('budget')).toEqual([1])
  expect((await api.call('ada', 'GET', `${path}/versions?changed=name`)).status).toBe(422)
})

it('of a flow that moves all tables, in place of a list, name no table as removed', async () => {
  const id = await aFlow()
  const save = (...entities: string[]) =>
    api.call('ada', 'PATCH', `${base}/flows/${id}`, {
      config: { streams: entities.map((entity) => ({ entity })), transformations: [] },
    })
  await save('public.orders', 'public.people')
  await save()

  const { versions } = await ask(`/flows/${id}/versions`)
  expect(versions).toMatchObject([
    {
      version: 3,
      changes: [{ path: ['streams'], kind: 'changed', from: 'public.orders, public.people', to: 'all' }],
    },
    { version: 2, changes: [{ path: ['streams'], kind: 'changed', from: 'all', to: 'public.orders, public.people' }] },
    { version: 1 },
  ])
})

it('of a flow come page by page, and the oldest make room for the newest 500', async () => {
  const id = await aFlow()
  await run(
    api.storeUrl,
    `insert into millrace.versions (organization_id, kind, subject_id, version, content)
     select organization_id, kind, subject_id, n, content from millrace.versions, generate_series(2, 520) n where subject_id = '${id}';
     update millrace.flows set version = 520 where id = '${id}'`,
  )
  await api.call('ada', 'PATCH', `${base}/flows/${id}`, { name: 'Newest' })

  const first = await ask(`/flows/${id}/versions`)
  expect(first.versions.map(({ version }: { version: number }) => version)).toEqual(
    Array.from({ length: 25 }, (_, n) => 521 - n),
  )
  const second = await ask(`/flows/${id}/versions?cursor=${first.next_cursor}`)
  expect(second.versions[0].version).toBe(496)
  const beyond = await api.call('ada', 'GET', `${base}/flows/${id}/versions?cursor=${2 ** 31}`)
  expect(beyond).toMatchObject({ status: 422, body: { details: { field: 'cursor' } } })
  const [kept] = await run(api.storeUrl, `select min(version) from millrace.versions where subject_id = '${id}'`)
  expect(kept).toEqual({ min: 22 })
})

it('from before there were versions are those that runs have used', async () => {
  const id = await aFlow()
  const path = `${base}/flows/${id}`
  await api.call('ada', 'POST', `${path}/run`)
  for (const name of ['Second', 'Third']) await api.call('ada', 'PATCH', path, { name })
  await run(api.storeUrl, `delete from millrace.versions where subject_id = '${id}' and version < 3`)

  const { versions } = await ask(`/flows/${id}/versions`)
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([3, 1])
  expect(versions[1]).not.toHaveProperty('saved_by')
  expect(await ask(`/flows/${id}/version?version=1`)).toMatchObject({
    source_connection_id: connection.id,
    config: { streams: [] },
  })
})

it('of a connection have its credentials, with a changed secret as changed and no secret at all', async () => {
  const integration = `${base}/integrations/${connection.integration_id}`
  await api.call('ada', 'PATCH', integration, { credentials: { dbname: 'shop2', password: 'battery staple' } })
  await api.call('ada', 'PATCH', `${base}/connections/${connection.id}`, { name: 'Shop two' })

  const answer = await api.call('ada', 'GET', `${base}/connections/${connection.id}/versions`)
  expect(answer.body).toMatchObject([
    { of: 'connection', version: 2, settings: { name: 'Shop two', credentials: { dbname: 'shop2' } } },
    { of: 'integration', version: 2, settings: { name: 'Shop', credentials: { dbname: 'shop2' } } },
    { of: 'connection', version: 1, settings: { name: 'Shop', credentials: { dbname: 'shop' } } },
    { of: 'integration', version: 1, settings: { credentials: { dbname: 'shop' } } },
  ])
  expect(answer.body[1].changes).toContainEqual({
    path: ['credentials', 'dbname'],
    kind: 'changed',
    from: 'shop',
    to: 'shop2',
  })
  expect(answer.body[1].changes).toContainEqual({ path: ['credentials', 'password'], kind: 'changed' })
  const [kept] = await run<{ text: string }>(
    api.storeUrl,
    'select string_agg(content::text || changes::text, $1) as text from millrace.versions',
    [' '],
  )
  for (const text of [JSON.stringify(answer.body), kept?.text ?? '']) {
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('battery staple')
  }
})

it('keep a change of an older version from overwriting a newer one, without an If-Match nothing', async () => {
  const path = `${base}/connections/${connection.id}`
  const seen = { 'if-match': `"${connection.version}"` }
  expect((await api.call('ada', 'PATCH', path, { name: 'Theirs' }, seen)).status).toBe(200)
  expect(await api.call('ada', 'PATCH', path, { name: 'Mine' }, seen)).toMatchObject({
    status: 409,
    body: { code: 'CONNECTION_CHANGED' },
  })
  expect((await api.call('ada', 'PATCH', path, { name: 'Mine' })).body).toMatchObject({ name: 'Mine', version: 3 })

  const integration = `${base}/integrations/${connection.integration_id}`
  const { version } = await ask(`/integrations/${connection.integration_id}/details`)
  await api.call('ada', 'PATCH', integration, { name: 'Theirs' }, { 'if-match': `"${version}"` })
  expect(await api.call('ada', 'PATCH', integration, { name: 'Mine' }, { 'if-match': `"${version}"` })).toMatchObject({
    status: 409,
    body: { code: 'INTEGRATION_CHANGED' },
  })
  expect((await api.call('ada', 'PATCH', integration, { name: 'x' }, { 'if-match': 'x' })).status).toBe(422)
})

it('are none, and no line of the audit log, when nothing has changed', async () => {
  const kept = () =>
    run(
      api.storeUrl,
      `select (select count(*) from millrace.versions) v, (select count(*) from millrace.audit_events) a`,
    )
  const path = `${base}/flows/${await aFlow()}`
  const { config } = (await api.call('ada', 'GET', path)).body
  const before = await kept()
  const same: [string, object][] = [
    [path, { name: 'Orders', config, enabled: true, source_connection: { id: connection.id }, tags: [] }],
    [`${base}/connections/${connection.id}`, { name: 'Shop', config: {} }],
    [`${base}/integrations/${connection.integration_id}`, { credentials: { dbname: 'shop', password: SECRET } }],
  ]
  for (const [changed, values] of same) {
    for (const change of [{}, values]) expect((await api.call('ada', 'PATCH', changed, change)).status).toBe(200)
    expect((await api.call('ada', 'PATCH', changed, {}, { 'if-match': '"7"' })).status).toBe(409)
  }
  expect(await kept()).toEqual(before)
})

it('wait in the trash with their flow, and go with it permanently', async () => {
  const id = await aFlow()
  await api.call('ada', 'DELETE', `${base}/flows/${id}`)
  expect((await api.call('ada', 'GET', `${base}/flows/${id}/versions`)).status).toBe(404)
  await api.call('ada', 'POST', `${base}/trash/${id}/restore`)
  expect((await ask(`/flows/${id}/versions`)).versions).toHaveLength(1)

  await api.call('ada', 'DELETE', `${base}/flows/${id}`)
  await api.call('ada', 'DELETE', `${base}/trash/${id}`)
  expect(await run(api.storeUrl, `select from millrace.versions where subject_id = '${id}'`)).toEqual([])
})

it('of a connection are for those who may see its settings', async () => {
  const { body } = await api.call('ada', 'POST', `${base}/invitations`, {
    email: 'vera@example.com',
    roles: ['viewer'],
  })
  const token = new URL(body.url).searchParams.get('token')
  await api.call('vera', 'POST', '/v1/invitations/accept', { token })
  expect((await api.call('vera', 'GET', `${base}/connections/${connection.id}/versions`)).status).toBe(403)
  const id = await aFlow()
  expect((await ask(`/flows/${id}/versions`, 'vera')).versions).toHaveLength(1)
})
