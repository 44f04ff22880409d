import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Api, startApi } from '../support/start-api.ts'

describe('organizations and profiles', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.stop())

  it('asks for a sign-in', async () => {
    const { status, body } = await api.call(null, 'GET', '/v1/organizations')
    expect({ status, body }).toEqual({
      status: 401,
      body: {
        code: 'UNAUTHENTICATED',
        message: 'Sign in to continue.',
        sentence: { template: 'Sign in to continue.', values: [] },
      },
    })
  })

  it('takes over who the identity provider says one is, and keeps a name chosen here', async () => {
    expect((await api.call('ada', 'POST', '/v1/users/sync-profile')).body).toMatchObject({
      uid: 'ada',
      email: 'ada@example.com',
    })
    expect((await api.call('ada', 'PATCH', '/v1/users/me', { display_name: 'Ada L.' })).body).toMatchObject({
      display_name: 'Ada L.',
    })
    await api.call('ada', 'POST', '/v1/users/sync-profile')
    expect((await api.call('ada', 'GET', '/v1/users/me')).body).toMatchObject({ uid: 'ada', display_name: 'Ada L.' })
  })

  it('stores with the person, not with the browser, whether the tour is started or ended', async () => {
    expect((await api.call('ada', 'GET', '/v1/users/me')).body).not.toHaveProperty('tour')
    await api.call('ada', 'PATCH', '/v1/users/me', { tour: 'ended' })
    expect((await api.call('ada', 'PATCH', '/v1/users/me', { display_name: 'Ada' })).body).toMatchObject({
      tour: 'ended',
    })
    expect((await api.call('ada', 'PATCH', '/v1/users/me', { tour: 'paused' })).status).toBe(422)
  })

  it('creates with 201, lists oldest first, renames with 200 and deletes with 204', async () => {
    const first = await api.call('bob', 'POST', '/v1/organizations', { name: 'First' })
    const second = await api.call('bob', 'POST', '/v1/organizations', { name: 'Second' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect((await api.call('bob', 'GET', '/v1/organizations')).body).toMatchObject([
      { name: 'First', roles: ['owner'] },
      { name: 'Second' },
    ])

    const renamed = await api.call('bob', 'PUT', `/v1/organizations/${first.body.id}`, {
      ...first.body,
      name: 'Renamed',
    })
    expect(renamed).toMatchObject({ status: 200, body: { id: first.body.id, name: 'Renamed' } })

    expect((await api.call('bob', 'DELETE', `/v1/organizations/${first.body.id}`)).status).toBe(204)
    expect((await api.call('bob', 'GET', '/v1/organizations')).body).toMatchObject([{ name: 'Second' }])
  })

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '  ' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['an unknown field', { name: 'x', plan: 'free' }, 'plan'],
    ['a prototype', '{"name":"x","__proto__":{"a":1}}', '__proto__'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const answer = await api.call('eve', 'POST', '/v1/organizations', body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', details: { field } } })
  })

  it.each([
    ['text that is no JSON', '{', { 'content-type': 'application/json' }, 400],
    ['another kind of body', '{}', { 'content-type': 'text/plain' }, 415],
    ['more than a megabyte', JSON.stringify({ name: 'x'.repeat(1_100_000) }), {}, 413],
    ['a nest of 100 arrays', `{"name":${'['.repeat(100)}${']'.repeat(100)}}`, {}, 400],
  ])('refuses %s', async (_, body, headers, status) => {
    const answer = await api.call('eve', 'POST', '/v1/organizations', body, headers)
    expect(answer).toMatchObject({ status, body: { message: expect.any(String) } })
  })

  it('remembers who did what, newest first, for those who may know', async () => {
    const organization = await api.organizationOf('dan')
    const base = `/v1/organizations/${organization}`
    const credentials = { api_key: 'k' }
    const { body } = await api.call('dan', 'POST', `${base}/integrations`, {
      name: 'Usage',
      type: 'metronome',
      credentials,
    })
    await api.call('dan', 'PATCH', `${base}/integrations/${body.id}`, { name: 'Usage events' })
    await api.call('dan', 'DELETE', `${base}/integrations/${body.id}`)
    expect((await api.call('dan', 'GET', `${base}/audit`)).body.events).toMatchObject([
      { action: 'integration.deleted', actor_uid: 'dan', target_name: 'Usage events' },
      { action: 'integration.updated', target_id: body.id },
      { action: 'integration.created', target_name: 'Usage' },
      { action: 'organization.created' },
    ])
  })

  it('keeps every answer out of caches and describes itself', async () => {
    const answer = await api.call('ada', 'GET', '/v1/organizations')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { body } = await api.call(null, 'GET', '/v1/openapi.json')
    expect(body.paths['/v1/organizations/{orgId}/flows/{flowId}/run'].post).toMatchObject({
      'x-permission': 'flow.run',
    })
  })
})
