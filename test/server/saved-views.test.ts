import { afterAll, beforeAll, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let base: string
beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  await joins('eve', 'editor')
  await joins('vic', 'viewer')
})
afterAll(() => api.stop())

async function joins(uid: string, role: string): Promise<void> {
  await api.organizationOf(uid)
  await run(
    api.storeUrl,
    `insert into millrace.memberships (organization_id, user_uid, roles) values ($1, $2, array[$3])`,
    [base.split('/').at(-1) ?? '', uid, role],
  )
}

const save = (uid: string, view: object) =>
  api.call(uid, 'POST', `${base}/views`, { list: 'flows', search: { state: 'failed' }, ...view })
const namesOf = async (uid: string): Promise<string[]> =>
  (await api.call(uid, 'GET', `${base}/views`)).body.map(({ name }: { name: string }) => name)

it('keeps the own views of everybody, also of a viewer, and shows them to nobody else', async () => {
  const { status, body } = await save('vic', { name: 'Mine', search: { tag: 'nightly', group: 'owner' } })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'Mine', is_shared: false, search: { tag: 'nightly', group: 'owner' } })

  expect(await namesOf('vic')).toContain('Mine')
  expect(await namesOf('ada')).not.toContain('Mine')
  expect((await api.call('ada', 'PATCH', `${base}/views/${body.id}`, { name: 'Hers' })).status).toBe(404)
  expect((await api.call('ada', 'DELETE', `${base}/views/${body.id}`)).status).toBe(404)
  expect((await api.call('vic', 'PATCH', `${base}/views/${body.id}`, { name: 'Still mine' })).body).toMatchObject({
    name: 'Still mine',
    search: { tag: 'nightly', group: 'owner' },
  })
  expect((await api.call('vic', 'DELETE', `${base}/views/${body.id}`)).status).toBe(204)
  expect(await namesOf('vic')).toEqual([])
})

it('lets editors share views, which viewers see and do not change', async () => {
  const { body } = await save('eve', { name: 'Failing', is_shared: true })
  expect(body.is_shared).toBe(true)
  expect(await namesOf('vic')).toEqual(['Failing'])

  expect((await save('vic', { name: 'Theirs', is_shared: true })).status).toBe(403)
  expect((await api.call('vic', 'PATCH', `${base}/views/${body.id}`, { name: 'Taken' })).status).toBe(403)
  expect((await api.call('vic', 'DELETE', `${base}/views/${body.id}`)).status).toBe(403)
  expect((await api.call('ada', 'PATCH', `${base}/views/${body.id}`, { name: 'What fails' })).status).toBe(200)
  const own = await save('vic', { name: 'Own' })
  expect((await api.call('vic', 'PATCH', `${base}/views/${own.body.id}`, { is_shared: true })).status).toBe(403)
})

it('takes the own views along with whoever leaves, and keeps the shared ones', async () => {
  await save('eve', { name: 'Of Eve' })
  await save('eve', { name: 'Of all', is_shared: true })
  await run(api.storeUrl, `delete from millrace.memberships where user_uid = 'eve'`)

  const left = await run<{ name: string }>(api.storeUrl, 'select name from millrace.saved_views')
  expect(left.map(({ name }) => name)).not.toContain('Of Eve')
  expect(left.map(({ name }) => name)).toContain('Of all')
})

it('refuses what no address of a list can have', async () => {
  expect((await save('ada', { name: 'Long', search: { q: 'x'.repeat(501) } })).status).toBe(422)
  expect((await save('ada', { name: 'Odd', search: { 'no name': 'x' } })).status).toBe(422)
  expect((await save('ada', { name: ' ', search: {} })).status).toBe(422)
  expect((await save('ada', { name: 'List', list: 'trash' })).status).toBe(422)
})
