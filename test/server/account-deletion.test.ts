import { afterAll, beforeAll, expect, it } from 'vitest'

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

it('forgets the person, takes along what they named, and keeps what was written down elsewhere under their name', async () => {
  const mine = await api.organizationOf('emil', 'Emil’s')
  const theirs = await api.organizationOf('frida', 'Frida’s')
  await joins('emil', theirs, 'frida', 'editor')

  expect((await remove('emil', [mine])).status).toBe(204)

  expect((await api.call('emil', 'GET', '/v1/organizations')).body).toEqual([])
  const members = await api.call('frida', 'GET', `/v1/organizations/${theirs}/members`)
  expect(members.body).toMatchObject([{ uid: 'frida' }])
  const audit = await api.call('frida', 'GET', `/v1/organizations/${theirs}/audit`)
  expect(audit.body.events).toMatchObject([
    { actor_name: 'emil', action: 'member.account-deleted' },
    { actor_name: 'emil', action: 'invitation.accepted' },
    { actor_name: 'frida' },
    { actor_name: 'frida' },
  ])
  for (const [table, column, value] of [
    ['users', 'uid', 'emil'],
    ['organizations', 'id', mine],
  ] as const) {
    expect(await run(api.storeUrl, `select 1 from millrace.${table} where ${column} = $1`, [value])).toEqual([])
  }
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
