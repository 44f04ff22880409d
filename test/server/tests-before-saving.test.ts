import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('a test before saving', () => {
  let api: Api
  let base: string

  beforeAll(async () => {
    api = await startApi()
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  const credentials = () => {
    const { host, port, user, password, database } = api.postgres
    return { host, port, user, password, dbname: database, sslmode: 'disable' }
  }
  const draft = (over: object = {}) => ({ name: 'Shop', type: 'postgres', capability: 'source', config: {}, ...over })
  const testDraft = (over: object) => api.call('ada', 'POST', `${base}/connections/test`, draft(over))

  /** As a client of the specification adds one. */
  async function add(own: object, over: object = {}, caller = 'ada', at = base) {
    const { body } = await api.call(caller, 'POST', `${at}/integrations`, {
      name: 'Shop',
      type: 'postgres',
      mergedIntegration: true,
      credentials: own,
    })
    const added = await api.call(caller, 'POST', `${at}/connections`, draft({ integration_id: body.id, ...over }))
    return added.body as { id: string; integration_id: string; last_test: unknown }
  }

  async function lastTestOf(id: string) {
    const { body } = await api.call('ada', 'GET', `${base}/connections`)
    return body.find((connection: { id: string }) => connection.id === id).last_test
  }

  it('that passed is the last test of the connection that is saved then', async () => {
    const began = new Date().toISOString()
    expect((await testDraft({ credentials: credentials() })).status).toBe(200)
    const added = await add(credentials(), { name: 'Another name' })
    expect(added.last_test).toMatchObject({ ok: true })
    const lastTest = await lastTestOf(added.id)
    expect(lastTest).toEqual(added.last_test)
    expect(lastTest.at >= began && lastTest.at <= new Date().toISOString()).toBe(true)
  })

  it('that failed is told too, when the connection is saved anyway', async () => {
    const wrong = { ...credentials(), password: 'not-the-password' }
    expect((await testDraft({ credentials: wrong })).status).toBe(422)
    expect((await add(wrong)).last_test).toMatchObject({ ok: false, stage: 'sign-in' })
  })

  it('of anything else than what is saved says nothing of it', async () => {
    await testDraft({ credentials: { ...credentials(), dbname: 'postgres' } })
    expect((await add({ ...credentials(), dbname: 'template1' })).last_test).toBeNull()
    // As a source alone, where nothing was written.
    expect((await add({ ...credentials(), dbname: 'postgres' }, { capability: 'both' })).last_test).toBeNull()
    const other = `/v1/organizations/${await api.organizationOf('eve')}`
    expect((await add({ ...credentials(), dbname: 'postgres' }, {}, 'eve', other)).last_test).toBeNull()
  })

  it('is the last one after a change too, of the settings as of the credentials', async () => {
    const { id, integration_id: integrationId } = await add({ ...credentials(), password: 'not-the-password' })
    await api.call('ada', 'POST', `${base}/connections/${id}/test`)
    expect(await lastTestOf(id)).toMatchObject({ ok: false })
    const changed = { ...credentials(), sslmode: 'prefer' }
    await testDraft({ id, integration_id: integrationId, credentials: changed })
    await api.call('ada', 'PATCH', `${base}/integrations/${integrationId}`, { credentials: changed })
    expect(await lastTestOf(id)).toMatchObject({ ok: true })
    const before = await lastTestOf(id)
    await testDraft({ id, integration_id: integrationId, capability: 'both' })
    await api.call('ada', 'PATCH', `${base}/connections/${id}`, { capability: 'both' })
    expect((await lastTestOf(id)).at > before.at).toBe(true)
  })

  it('that is older than an hour is forgotten, and no password can be guessed from what is kept', async () => {
    const own = { ...credentials(), sslmode: 'allow' }
    await testDraft({ credentials: own })
    const kept = await run(api.storeUrl, 'select * from millrace.draft_tests')
    expect(JSON.stringify(kept)).not.toContain(own.password)
    await run(api.storeUrl, `update millrace.draft_tests set tested_at = now() - interval '61 minutes'`)
    expect((await add(own)).last_test).toBeNull()
    await testDraft({ credentials: credentials() })
    expect(await run(api.storeUrl, 'select * from millrace.draft_tests')).toHaveLength(1)
  })

  it('is made of the sample connections', async () => {
    const { body } = await api.call('ada', 'POST', `${base}/sample-data`)
    expect(body.connections).toMatchObject([{ last_test: { ok: true } }, { last_test: { ok: true } }])
  })
})
