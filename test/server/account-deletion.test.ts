import { afterAll, beforeAll, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

async function joins(uid: string, organization: string, owner: string, role: string) {
  const base = `/v1/organizations/${organization}`
  const { body } = await api.call(owner, 'POST', `${base}/invitations`, { email: `${uid}@example.com`, roles: [role] })
  const token = new URL(body.url).searchParams.get('token')
  expect((await api.call(uid, 'POST', '/v1/invitations/accept', { token })).status).toBe(200)
}

const remove = (uid: string, organizationIds: readonly string[] = []) =>
  api.call(uid, 'POST', '/v1/users/me/deletion', { organization_ids: organizationIds })

it('says what leaving means for each organization', async () => {
  const alone = await api.organizationOf('ada', 'Alone')
  const shared = await api.organizationOf('ada', 'Shared')
  await joins('bob', shared, 'ada', 'editor')
  const foreign = await api.organizationOf('carol', 'Foreign')
  await joins('ada', foreign, 'carol', 'admin')

  expect((await api.call('ada', 'GET', '/v1/users/me/deletion')).body.organizations).toEqual([
    { id: alone, name: 'Alone', sole_owner: true, members: 1 },
    { id: shared, name: 'Shared', sole_owner: true, members: 2 },
    { id: foreign, name: 'Foreign', sole_owner: false, members: 2 },
  ])
})

it('leaves no organization without an owner, and says which ones are in the way', async () => {
  const only = await api.organizationOf('dora', 'Only Dora’s')

  expect(await remove('dora')).toMatchObject({
    status: 409,
    body: {
      code: 'SOLE_OWNER',
      message: expect.stringContaining('Only Dora’s'),
      details: { organizations: [{ id: only, name: 'Only Dora’s' }] },
    },
  })
  expect((await api.call('dora', 'GET', '/v1/organizations')).body).toHaveLength(1)
})

it('forgets the person, takes along what they named, and keeps what was done elsewhere under a name that says nothing', async () => {
  const mine = await api.organizationOf('emil', 'Emil’s')
  const theirs = await api.organizationOf('frida', 'Frida’s')
  const others = await api.organizationOf('greta', 'Greta’s')
  await joins('emil', theirs, 'frida', 'admin')
  await joins('emil', others, 'greta', 'admin')
  const base = `/v1/organizations/${theirs}`
  const { body: invited } = await api.call('emil', 'POST', `${base}/invitations`, {
    email: 'new@example.com',
    roles: ['viewer'],
  })
  // A run that Emil started there, and a flow that is called as he is.
  const end = { id: await addPostgresConnection(api, 'frida', base, 'postgres') }
  const ends = { source_connection: end, destination_connection: end }
  const { body: flow } = await api.call('frida', 'POST', `${base}/flows`, { name: 'emil', ...ends })
  const { body: started } = await api.call('emil', 'POST', `${base}/flows/${flow.id}/run`)

  await api.call('emil', 'POST', `${base}/runs/${started.run_id}/cancel`)
  const log = async () => (await api.call('frida', 'GET', `${base}/runs/${started.run_id}/log`)).body.lines
  expect(await log()).toMatchObject([{ level: 'info', message: 'Cancelled by emil.' }])

  await editsAndAsks('emil', 'greta', `/v1/organizations/${others}`)

  expect((await remove('emil', [mine])).status).toBe(204)

  expect((await api.call('emil', 'GET', '/v1/organizations')).body).toEqual([])
  const members = await api.call('frida', 'GET', `${base}/members`)
  expect(members.body).toMatchObject([{ uid: 'frida' }])
  const auditOf = async (owner: string, organization: string) =>
    (await api.call(owner, 'GET', `/v1/organizations/${organization}/audit`)).body.events
  const events = await auditOf('frida', theirs)
  const pseudonym = events[0].actor_uid
  expect(pseudonym).toMatch(/^deleted-[0-9a-f]{12}$/)
  expect(events).toMatchObject([
    { actor_uid: pseudonym, actor_name: null, action: 'member.account-deleted' },
    { actor_uid: pseudonym, actor_name: null, action: 'run.cancelled' },
    { actor_uid: pseudonym, actor_name: null, action: 'run.triggered' },
    { actor_name: 'frida', action: 'flow.created', target_name: 'emil' },
    { actor_name: 'frida' },
    { actor_name: 'frida' },
    { actor_uid: pseudonym, action: 'member.invited', target_id: invited.id, target_name: 'new@example.com' },
    { actor_uid: pseudonym, actor_name: null, action: 'invitation.accepted', target_name: pseudonym },
    { actor_name: 'frida', action: 'member.invited', target_name: pseudonym },
    { actor_name: 'frida' },
  ])
  const shown = (await api.call('frida', 'GET', `${base}/runs/${started.run_id}`)).body
  expect(shown.triggered_by).toEqual({ uid: pseudonym, name: null })
  expect(await log()).toMatchObject([{ message: `Cancelled by ${pseudonym}.` }])
  expect((await auditOf('greta', others))[0].actor_uid).not.toBe(pseudonym)
  expect(await tablesThatName('emil', [flow.id, started.run_id])).toEqual([])
  expect(await run(api.storeUrl, 'select 1 from millrace.organizations where id = $1', [mine])).toEqual([])
})

/** Somebody edits three flows of another person, of which one is deleted and one loses its draft, and asks something for all. */
async function editsAndAsks(uid: string, owner: string, base: string) {
  const end = { id: await addPostgresConnection(api, owner, base, 'postgres') }
  const ends = { source_connection: end, destination_connection: end }
  const config = { streams: [], transformations: [], schedule: { cron: '0 3 * * *', timezone: 'UTC' } }
  const edit = { config: { ...config, transformations: [{ id: 't1', type: 'limit', settings: { rows: 10 } }] } }
  const ids: string[] = []
  for (const name of ['Kept', 'Deleted', 'Without its draft']) {
    const { body } = await api.call(owner, 'POST', `${base}/flows`, { name, config, ...ends })
    expect((await api.call(uid, 'PUT', `${base}/flows/${body.id}/draft`, edit)).status).toBe(200)
    ids.push(body.id)
  }
  const view = { list: 'flows', name: 'Mine', search: { owner: uid } }
  expect((await api.call(uid, 'POST', `${base}/views`, view)).status).toBe(201)
  const change = { add_tags: ['daily'], owner: { uid } }
  expect((await api.call(uid, 'POST', `${base}/batches`, { flow_ids: ids, change })).status).toBe(202)
  expect((await api.call(owner, 'DELETE', `${base}/flows/${ids[1]}`)).status).toBe(204)
  expect((await api.call(owner, 'DELETE', `${base}/flows/${ids[2]}/draft`)).status).toBe(204)
}

/** Every table with a row that says the name anywhere, but for those of the flow that is called so. */
async function tablesThatName(name: string, flowAndRun: readonly string[]): Promise<string[]> {
  const tables = await run(api.storeUrl, `select tablename from pg_tables where schemaname = 'millrace'`)
  const found: string[] = []
  for (const { tablename } of tables as { tablename: string }[]) {
    const rows = await run(
      api.storeUrl,
      `select 1 from millrace.${tablename} t where t::text ilike '%' || $1 || '%' and t::text !~ $2`,
      [name, flowAndRun.join('|')],
    )
    if (rows.length > 0) found.push(tablename)
  }
  return found
}

it('takes the sample databases of an organization along, however it ends', async () => {
  const databases = async () =>
    (
      await run(
        api.postgres.url,
        `select datname as name from pg_database where datname ~ '^millrace_(shop|warehouse)_'
         union all select rolname from pg_roles where rolname ~ '^millrace_(shop|warehouse)_'`,
      )
    ).length
  const deleted = await api.organizationOf('nora', 'Deleted')
  const withAccount = await api.organizationOf('nora', 'With the account')
  for (const id of [deleted, withAccount])
    expect((await api.call('nora', 'POST', `/v1/organizations/${id}/sample-data`)).status).toBe(201)
  expect(await databases()).toBe(8)

  expect((await api.call('nora', 'DELETE', `/v1/organizations/${deleted}`)).status).toBe(204)
  expect(await databases()).toBe(8)
  await run(
    api.storeUrl,
    `update millrace.organizations set deleted_at = now() - interval '8 days' where id = '${deleted}'`,
  )
  await (await startApi({ takesRuns: false, beside: api })).stop()
  expect(await databases()).toBe(4)
  expect((await remove('nora', [withAccount])).status).toBe(204)
  expect(await databases()).toBe(0)
}, 60_000)

it('takes them along at the next start where a deletion was cut short', async () => {
  const cut = await api.organizationOf('olga', 'Cut short')
  const going = await api.organizationOf('olga', 'Going on')
  for (const id of [cut, going])
    expect((await api.call('olga', 'POST', `/v1/organizations/${id}/sample-data`)).status).toBe(201)
  await run(api.storeUrl, 'delete from millrace.organizations where id = $1', [cut])
  await run(api.storeUrl, 'insert into millrace.ended_organizations (id) values ($1)', [cut])

  await (await startApi({ takesRuns: false, beside: api })).stop()

  const names = await run(
    api.postgres.url,
    `select datname as name from pg_database where datname ~ '^millrace_(shop|warehouse)_'`,
  )
  expect(names).toHaveLength(2)
  expect(await run(api.storeUrl, 'select 1 from millrace.ended_organizations')).toEqual([])
  expect((await api.call('olga', 'DELETE', `/v1/organizations/${going}`)).status).toBe(204)
}, 60_000)

it('gives a person all that is kept of them, and nothing of others', async () => {
  const shared = await api.organizationOf('petra', 'Petra’s')
  await joins('quirin', shared, 'petra', 'editor')

  const base = `/v1/organizations/${shared}`
  const end = { id: await addPostgresConnection(api, 'petra', base, 'postgres') }
  const drawn = { name: 'Quirin’s', source_connection: end, destination_connection: end }
  const { body: flow } = await api.call('quirin', 'POST', `${base}/flows`, drawn)
  await api.call('quirin', 'DELETE', `${base}/flows/${flow.id}`)

  const { status, body } = await api.call('quirin', 'GET', '/v1/users/me/export')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    profile: { uid: 'quirin', email: 'quirin@example.com' },
    memberships: [{ organization: 'Petra’s', roles: ['editor'] }],
    invitations: [{ organization: 'Petra’s', email: 'quirin@example.com', sent_by_me: false }],
    actions: [{ action: 'flow.deleted' }, { action: 'flow.created' }, { action: 'invitation.accepted' }],
    saved_versions: [{ organization: 'Petra’s', kind: 'flow', subject_id: flow.id, version: 1 }],
    deleted: [{ organization: 'Petra’s', kind: 'flow', name: 'Quirin’s' }],
    runs: [],
  })
  expect(JSON.stringify(body)).not.toContain('petra@')
})

it('deletes nothing that somebody else owns too, whatever is named', async () => {
  const shared = await api.organizationOf('gina', 'Two owners')
  await joins('hugo', shared, 'gina', 'owner')
  const foreign = await api.organizationOf('ida', 'Ida’s')

  expect((await remove('gina', [shared, foreign])).status).toBe(204)

  expect((await api.call('hugo', 'GET', '/v1/organizations')).body).toMatchObject([{ id: shared }])
  expect((await api.call('ida', 'GET', '/v1/organizations')).body).toMatchObject([{ id: foreign }])
})

it('lets of two owners who leave at once only one go without deleting', async () => {
  const shared = await api.organizationOf('jan', 'Jan and Kai')
  await joins('kai', shared, 'jan', 'owner')

  const answers = await Promise.all([remove('jan'), remove('kai')])

  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})

it('deletes no organization whose plan would go on being charged, not even with the account', async () => {
  const paying = await api.organizationOf('mia', 'Mia’s')
  await run(
    api.storeUrl,
    `insert into millrace.subscriptions (organization_id, plan_id, status) values ($1, 'team', 'active')`,
    [paying],
  )

  const subscribed = { status: 409, body: { code: 'SUBSCRIBED', message: expect.stringContaining('Cancel') } }
  expect(await api.call('mia', 'DELETE', `/v1/organizations/${paying}`)).toMatchObject(subscribed)
  expect(await remove('mia', [paying])).toMatchObject(subscribed)
  expect((await api.call('mia', 'GET', '/v1/organizations')).body).toHaveLength(1)

  await run(api.storeUrl, 'update millrace.subscriptions set cancel_at_period_end = true where organization_id = $1', [
    paying,
  ])
  expect((await api.call('mia', 'DELETE', `/v1/organizations/${paying}`)).status).toBe(204)
})
