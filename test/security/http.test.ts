import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Api, startApi } from '../support/start-api.ts'

describe('the API as a stranger meets it', () => {
  let api: Api
  let base: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  it('gives no other origin leave to read its answers', async () => {
    const simple = await api.call('ada', 'GET', '/v1/organizations', undefined, { origin: 'https://evil.example' })
    const preflight = await api.call(null, 'OPTIONS', '/v1/organizations', undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    })
    for (const { headers } of [simple, preflight]) expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.status).toBe(404)
  })

  it.each(['?access_token=', '?token=', '?id_token='])('takes no token from the address (%s)', async (query) => {
    expect((await api.call(null, 'GET', `/v1/organizations${query}x`)).status).toBe(401)
  })

  it('takes no token from a cookie', async () => {
    expect(
      (await api.call(null, 'GET', '/v1/organizations', undefined, { cookie: 'token=x; __session=x' })).status,
    ).toBe(401)
  })

  it('does not let a header change the method', async () => {
    const answer = await api.call('ada', 'POST', base, {}, { 'x-http-method-override': 'DELETE' })
    expect(answer.status).toBe(404)
    expect((await api.call('ada', 'GET', '/v1/organizations')).body).toHaveLength(1)
  })

  it.each([
    '/V1/organizations',
    '/v1//organizations',
    '/v1/organizations/',
    '/v1/organizations;x=1',
    '/v1/organizations%2f',
  ])('knows no other spelling of a path (%s)', async (path) => {
    expect((await api.call('ada', 'GET', path)).status).toBe(404)
  })

  it('asks for patience when connections are tested too often, and says how much', async () => {
    const draft = { type: 'postgres', config: {}, credentials: {} }
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => api.call('ada', 'POST', `${base}/connections/test`, draft)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it.each([
    'id',
    'organization_id',
    'roles',
    'created_at',
    'plan',
    'credentials_encrypted',
    'constructor',
    '__proto__',
  ])('refuses the field "%s" that an integration does not take', async (field) => {
    const body = `{"name":"I","type":"metronome","credentials":{"api_key":"k"},"${field}":{"polluted":true}}`
    const answer = await api.call('ada', 'POST', `${base}/integrations`, body)
    expect(answer).toMatchObject({ status: 422, body: { details: { field } } })
    expect({}).not.toHaveProperty('polluted')
  })

  it('answers every hostile body with a clear refusal and never with a fault of its own', async () => {
    const hostile = [
      'null',
      '[]',
      '0',
      '""',
      '{"name":null}',
      '{"name":[]}',
      '{"name":{"$gt":""}}',
      '{"name":"\\u0000"}',
      '{"name":1e400}',
    ]
    for (const path of ['integrations', 'connections', 'flows', 'invitations']) {
      for (const body of hostile) {
        const { status, body: answer } = await api.call('ada', 'POST', `${base}/${path}`, body)
        expect([400, 422], `${path} ${body}`).toContain(status)
        expect(answer.message).toEqual(expect.any(String))
        expect(JSON.stringify(answer)).not.toMatch(/node_modules|\.ts:/)
      }
    }
  })
})
