import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordFailedSignIn } from '../../src/server/domain/members/record-failed-sign-in.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

/** Midnight of the day before yesterday: old events are deleted. */
const BEGUN = Math.floor(Date.now() / 86_400_000 - 2) * 86_400_000

/** More than two pages of the log. */
const EVENTS = 230

let api: Api

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

interface Line {
  readonly id: number
  readonly action: string
  readonly actor_uid: string
  readonly target_name: string
}

/** Every `at` is one minute after the one before; Ada and Bob take turns, every third is a deletion. */
async function aLongLog(): Promise<string> {
  const organization = await api.organizationOf('ada')
  await run(
    api.storeUrl,
    `insert into millrace.audit_events (organization_id, actor_uid, action, target_name, at)
     select $1, case when n % 2 = 0 then 'ada' else 'bob' end,
       case when n % 3 = 0 then 'flow.deleted' else 'flow.updated' end, 'F' || n,
       $3::timestamptz + n * interval '1 minute'
     from generate_series(1, $2::int) n order by n`,
    [organization, EVENTS, new Date(BEGUN).toISOString()],
  )
  return `/v1/organizations/${organization}/audit`
}

/** Everything that fits, as the export reads it: page after page. `between` is what happens meanwhile. */
async function readAll(path: string, filter: Record<string, string>, between = async () => {}): Promise<Line[]> {
  const lines: Line[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ ...filter, ...(cursor !== null && { cursor }) })
    const { status, body } = await api.call('ada', 'GET', `${path}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    lines.push(...body.events)
    cursor = body.next_cursor ?? null
    await between()
  } while (cursor !== null)
  return lines
}
const names = (lines: readonly Line[]) => lines.map(({ target_name }) => target_name)
const numbers = (fits: (n: number) => boolean) =>
  Array.from({ length: EVENTS }, (_, index) => EVENTS - index)
    .filter(fits)
    .map((n) => `F${n}`)

it('is narrowed by what was done, by whom and when, in any combination, with nothing missing over pages', async () => {
  const path = await aLongLog()
  const of = async (filter: Record<string, string>) => names(await readAll(path, filter))

  expect(await of({ action: 'flow.deleted' })).toEqual(numbers((n) => n % 3 === 0))
  expect(await of({ actor: 'bob' })).toEqual(numbers((n) => n % 2 === 1))
  const at = (minute: number) => new Date(BEGUN + minute * 60_000).toISOString()
  expect(await of({ from: at(10), to: at(20) })).toEqual(numbers((n) => n >= 10 && n < 20))
  expect(await of({ from: at(10).replace('00:10:00.000Z', '01:10:00+01:00'), to: at(11) })).toEqual(['F10'])
  expect(await of({ to: at(200) })).toEqual(numbers((n) => n < 200))
  expect(await of({ action: 'flow.updated', actor: 'ada', from: at(50), to: at(180) })).toEqual(
    numbers((n) => n % 3 !== 0 && n % 2 === 0 && n >= 50 && n < 180),
  )
  expect(await of({ action: 'flow.updated', actor: 'nobody' })).toEqual([])
})

it('gives each line once, in order, while others are being written', async () => {
  const path = await aLongLog()
  const base = path.replace(/\/audit$/, '')
  const lines = await readAll(path, {}, async () => {
    await api.call('ada', 'PUT', base, { name: 'Renamed meanwhile' })
  })
  expect(names(lines).filter((name) => name?.startsWith('F'))).toEqual(numbers(() => true))
  expect(lines.map(({ action }) => action)).not.toContain('organization.renamed')
  const ids = lines.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((left, right) => right - left))
})

it.each([
  ['cursor', 'x'],
  ['from', 'yesterday'],
  ['to', '2020-01-01'],
  ['action', 'a'.repeat(101)],
  ['person', 'ada'],
])('refuses a %s that it cannot read, by its name', async (name, value) => {
  const path = `/v1/organizations/${await api.organizationOf('ada')}/audit`
  const { status, body } = await api.call('ada', 'GET', `${path}?${new URLSearchParams({ [name]: value })}`)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(JSON.stringify(body)).toContain(name)
})

it('tells people of another organization nothing, whichever cursor, person or time they ask for', async () => {
  const path = await aLongLog()
  const [newest] = (await api.call('ada', 'GET', path)).body.events
  const own = `/v1/organizations/${await api.organizationOf('eve')}/audit`
  for (const query of ['', `?cursor=${newest.id}`, '?actor=ada', '?action=flow.deleted', '?to=2021-01-01T00:00:00Z']) {
    expect((await api.call('eve', 'GET', `${path}${query}`)).status).toBe(404)
    const { body } = await api.call('eve', 'GET', `${own}${query}`)
    expect(names(body.events).filter((name) => name?.startsWith('F'))).toEqual([])
    expect(JSON.stringify(body)).not.toContain('"ada"')
  }
})

it('writes a run down once, however often its call is repeated', async () => {
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  const connection = { id: await addPostgresConnection(api, 'ada', base, 'postgres') }
  const draft = { name: 'F', source_connection: connection, destination_connection: connection }
  const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, draft)
  const start = () => api.call('ada', 'POST', `${base}/flows/${flow.id}/run`, undefined, { 'idempotency-key': 'once' })

  const answers = [await start(), ...(await Promise.all(Array.from({ length: 8 }, start))), await start()]

  expect(new Set(answers.map(({ status, body }) => `${status} ${body.run_id}`)).size).toBe(1)
  const { body } = await api.call('ada', 'GET', `${base}/audit?action=run.triggered`)
  expect(body.events).toMatchObject([{ target_id: flow.id, actor_uid: 'ada' }])
  expect(body.events).toHaveLength(1)
})

it('writes a run down in the transaction that makes it, a dry run too: there is neither without the other', async () => {
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  const connection = { id: await addPostgresConnection(api, 'ada', base, 'postgres') }
  const draft = { name: 'F', source_connection: connection, destination_connection: connection }
  const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, draft)
  await run(
    api.storeUrl,
    `alter table millrace.audit_events add constraint unwritable check (action not like 'run.%') not valid`,
  )
  try {
    expect((await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`)).status).toBe(500)
    expect((await api.call('ada', 'POST', `${base}/flows/${flow.id}/dry-run`)).status).toBe(500)
  } finally {
    await run(api.storeUrl, 'alter table millrace.audit_events drop constraint unwritable')
  }
  expect((await api.call('ada', 'GET', `${base}/runs`)).body.runs).toEqual([])

  expect((await api.call('ada', 'POST', `${base}/flows/${flow.id}/dry-run`)).status).toBe(202)
  const { events } = (await api.call('ada', 'GET', `${base}/audit?action=run.dry`)).body
  expect(events).toMatchObject([{ target_id: flow.id, target_name: 'F', actor_uid: 'ada' }])
})

it('says who read credentials’ settings and who tested connections, and from where', async () => {
  const proxy = '10.1.2.3'
  const behind = await startApi({ takesRuns: false, beside: api, environment: { TRUSTED_PROXIES: proxy } })
  const organization = await behind.organizationOf('carl')
  const base = `/v1/organizations/${organization}`
  const call = (method: string, path: string, body?: object) =>
    behind.fetch(
      'carl',
      `${base}/${path}`,
      {
        method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.66, 198.51.100.9' },
        ...(body && { body: JSON.stringify(body) }),
      },
      proxy,
    )
  const id = await addPostgresConnection(behind, 'carl', base, 'postgres')
  const { body: connections } = await behind.call('carl', 'GET', `${base}/connections`)
  const integration = connections[0].integration_id
  expect((await call('GET', `integrations/${integration}/details`)).status).toBe(200)
  await call('POST', `connections/${id}/test`)
  // Refused at its first stage: a test that fails was one all the same.
  const nowhere = { host: '127.0.0.1', port: 1, user: 'u', password: 'p', dbname: 'd' }
  await call('POST', 'connections/test', { type: 'postgres', config: {}, credentials: nowhere })

  const { body } = await behind.call('carl', 'GET', `${base}/audit`)
  const from = { actor_uid: 'carl', address: '198.51.100.9' }
  expect(body.events.slice(0, 3)).toMatchObject([
    { ...from, action: 'connection.tested', target_name: 'postgres' },
    { ...from, action: 'connection.tested', target_id: id },
    { ...from, action: 'integration.details-read', target_id: integration },
  ])
  await behind.stop()
})

it('tells each organization of a person of a failed sign-in, and no other', async () => {
  const [mine, foreign] = [await api.organizationOf('wanda', 'Wanda’s'), await api.organizationOf('xaver', 'Xaver’s')]
  const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
  await recordFailedSignIn(database, { uid: 'wanda', email: 'wanda@example.com', address: '192.0.2.7' })
  await database.close()

  const failed = async (uid: string, id: string) =>
    (await api.call(uid, 'GET', `/v1/organizations/${id}/audit?action=member.sign-in-failed`)).body.events
  expect(await failed('wanda', mine)).toMatchObject([{ actor_uid: 'wanda', address: '192.0.2.7' }])
  expect(await failed('xaver', foreign)).toEqual([])
})

it('says what was changed, from what to what, and of a secret only that it was', async () => {
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  for (const name of ['before', 'after']) await run(api.postgres.url, `create database ${name}_audit`)
  const source = await addPostgresConnection(api, 'ada', base, 'before_audit')
  const ends = { source_connection: { id: source }, destination_connection: { id: source } }
  const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })
  const config = { ...flow.config, schedule: { cron: '0 6 * * *', timezone: 'UTC' } }
  await api.call('ada', 'PATCH', `${base}/flows/${flow.id}`, { name: 'All orders', config })
  const { body: integrations } = await api.call('ada', 'GET', `${base}/integrations`)
  const integration = `${base}/integrations/${integrations[0].id}`
  const { body: details } = await api.call('ada', 'GET', `${integration}/details`)
  const credentials = { ...details.credentials, user: 'somebody', password: 'a new one' }
  expect(await api.call('ada', 'PATCH', integration, { credentials })).toMatchObject({ status: 200 })

  const { body } = await api.call('ada', 'GET', `${base}/audit`)
  const changesOf = (action: string) => body.events.find((event: Line) => event.action === action).changes
  expect(changesOf('flow.updated')).toEqual([
    { path: ['name'], kind: 'changed', from: 'Orders', to: 'All orders' },
    { path: ['schedule', 'cron'], kind: 'added', to: '0 6 * * *' },
    { path: ['schedule', 'timezone'], kind: 'added', to: 'UTC' },
  ])
  expect(changesOf('integration.updated')).toEqual([
    { path: ['credentials', 'user'], kind: 'changed', from: expect.any(String), to: 'somebody' },
    { path: ['credentials', 'password'], kind: 'changed' },
  ])
  expect(JSON.stringify(body)).not.toContain('a new one')
  expect(changesOf('flow.created')).toBeNull()
})

it('says who changed each setting last, and each integration, also to those who may not read the log', async () => {
  const organization = await api.organizationOf('ada')
  const path = `/v1/organizations/${organization}`
  for (const [person, role] of [
    ['bob', 'admin'],
    ['eve', 'viewer'],
  ] as const) {
    await api.organizationOf(person)
    const join = 'insert into millrace.memberships (organization_id, user_uid, roles) values ($1, $2, array[$3])'
    await run(api.storeUrl, join, [organization, person, role])
  }
  const credentials = {
    host: 'shop.example',
    port: 5432,
    user: 'etl',
    password: 'pw',
    dbname: 'shop',
    sslmode: 'prefer',
  }
  const integration = await api.call('ada', 'POST', `${path}/integrations`, {
    name: 'Shop',
    type: 'postgres',
    credentials,
  })
  await api.call('ada', 'PUT', path, { name: 'Renamed', publishing: 'draft' })
  await api.call('ada', 'PUT', `${path}/budgets`, { dollars: 5 })
  await api.call('bob', 'PUT', `${path}/budgets`, { dollars: 6 })
  await api.call('bob', 'PATCH', `${path}/integrations/${integration.body.id}`, { name: 'The shop' })
  const changes = async (of: string) => {
    const { body } = await api.call('eve', 'GET', `${path}/last-changes?of=${of}`)
    return Object.fromEntries(body.map((change: { of: string; by: { uid: string } }) => [change.of, change.by.uid]))
  }

  expect(await changes('settings')).toEqual({ name: 'ada', publishing: 'ada', budgets: 'bob' })
  expect(await changes('integrations')).toEqual({ [integration.body.id]: 'bob' })
  expect(await changes('alert_channels')).toEqual({})
  expect((await api.call('eve', 'GET', `${path}/last-changes?of=flows`)).status).toBe(422)
  await api.organizationOf('mallory')
  expect((await api.call('mallory', 'GET', `${path}/last-changes?of=settings`)).status).toBe(404)
})
