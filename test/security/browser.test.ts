import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Api, startApi } from '../support/start-api.ts'

describe('what a browser is told', () => {
  let api: Api
  let base: string
  let clientFolder: string

  beforeAll(async () => {
    clientFolder = await mkdtemp(join(tmpdir(), 'millrace-client-'))
    await writeFile(join(clientFolder, 'index.html'), '<!doctype html><title>Millrace</title>')
    api = await startApi({ takesRuns: false, clientFolder })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(async () => {
    await api.stop()
    await rm(clientFolder, { recursive: true, force: true })
  })

  const page = (path: string) => api.fetch(null, path, { headers: { accept: 'text/html' } })

  it.each([
    '/config.json',
    '/assets/none.js',
    '/none.css',
    '/v1/none',
    '/healthz',
    '/sandbox/checkout?ticket=x',
    '/mcp',
  ])('that the type of an answer is what it says (%s)', async (path) =>
    expect((await api.fetch(null, path)).headers.get('x-content-type-options')).toBe('nosniff'),
  )

  it.each(['/', '/flows', '/accept-invite?token=secret', '/login?redirect=//evil.example'])(
    'of a page: what it may load, call and be shown in (%s)',
    async (path) => {
      const { status, headers } = await page(path)
      expect(status).toBe(200)
      const policy = new Map(
        headers
          .get('content-security-policy')
          ?.split('; ')
          .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
      )
      expect(Object.fromEntries(policy)).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self' https://apis.google.com",
        'connect-src': "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
        'frame-src': 'https://millrace-test.firebaseapp.com',
        'img-src': "'self' data:",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      })
      for (const directive of ['script-src', 'connect-src', 'default-src'])
        expect(policy.get(directive)).not.toMatch(/unsafe|\*|data:|http:/)
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      // The origin only: the path may hold an invitation's token, and Firebase keys may be bound to the origin.
      expect(headers.get('referrer-policy')).toBe('strict-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
    },
  )

  it('of an answer: to keep none of it, to run and frame none of it', async () => {
    const answers = [
      await api.call('ada', 'GET', '/v1/organizations'),
      await api.call('ada', 'POST', '/v1/organizations', { name: '' }),
      await api.call(null, 'GET', '/v1/organizations'),
      await api.call('ada', 'GET', '/v1/nothing'),
      await api.call('ada', 'GET', `${base}/billing/status`),
      await api.call(null, 'GET', '/v1/openapi.json'),
    ]
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  it('over https: to call this server by nothing else for a year, with pages, answers and refusals alike', async () => {
    const asked = async (to: Api) => {
      const paths = ['/', '/config.json', '/v1/openapi.json', '/v1/organizations', '/v1/nothing', '/metrics']
      const answers = await Promise.all(paths.map((path) => to.fetch(null, path)))
      return answers.map(({ headers }) => headers.get('strict-transport-security'))
    }
    const PUBLIC_URL = 'https://millrace.example.com'
    const secure = await startApi({ takesRuns: false, beside: api, clientFolder, environment: { PUBLIC_URL } })
    expect(await asked(secure)).toEqual(Array(6).fill('max-age=31536000'))
    await secure.stop()
    expect(await asked(api)).toEqual(Array(6).fill(null))
  })

  it('gives no other origin leave to read its answers, or to ask for more', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://api.test.evil.example', 'http://localhost:4000']) {
      const simple = await api.call('ada', 'GET', '/v1/organizations', undefined, { origin })
      const preflight = await api.call(null, 'OPTIONS', '/v1/organizations', undefined, {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      })
      for (const { headers } of [simple, preflight])
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(preflight.status).toBe(404)
    }
  })

  it.each(['?access_token=', '?token=', '?id_token='])('takes no token from the address (%s)', async (query) => {
    const token = await api.mint.mint({ sub: 'ada' })
    expect((await api.call(null, 'GET', `/v1/organizations${query}${token}`)).status).toBe(401)
    expect(api.logged.join()).not.toContain(token)
  })

  it('takes no token from a cookie or a body', async () => {
    const token = await api.mint.mint({ sub: 'ada' })
    const cookie = `token=${token}; __session=${token}`
    expect((await api.call(null, 'GET', '/v1/organizations', undefined, { cookie })).status).toBe(401)
    expect((await api.call(null, 'POST', '/v1/organizations', { name: 'X', token })).status).toBe(401)
  })

  it('does not let a header or a query change the method', async () => {
    for (const headers of [{ 'x-http-method-override': 'DELETE' }, { 'x-method-override': 'DELETE' }]) {
      const { status, body } = await api.call('ada', 'POST', base, {}, headers)
      expect({ status, says: body.message }).toEqual({ status: 404, says: 'This address takes PUT, DELETE, not POST.' })
    }
    expect((await api.call('ada', 'POST', `${base}?_method=DELETE`, {})).status).toBe(404)
    expect((await api.call('ada', 'GET', '/v1/organizations')).body).toHaveLength(1)
  })

  it.each([
    '/V1/organizations',
    '/v1//organizations',
    '/v1/organizations/',
    '/v1/organizations;x=1',
    '/v1/organizations%2f',
    '/v1/./organizations/%2e%2e/organizations/',
  ])('knows no other spelling of a path (%s)', async (path) => {
    expect((await api.call('ada', 'GET', path)).status).toBe(404)
  })

  it('refuses a key that comes twice, so that what is checked is what is used', async () => {
    const answer = await api.call('ada', 'POST', '/v1/organizations', '{"name":"first","name":"second"}')
    expect(answer.status).toBe(400)
  })

  it('serves nothing of the server’s own files', async () => {
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/.env', '/assets/../../x'])
      expect(await (await page(path)).text()).not.toMatch(/"dependencies"|MASTER_KEY/)
  })
})

describe('where a browser is sent', () => {
  const PUBLIC = 'https://millrace.example.com'
  let api: Api
  let base: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false, environment: { PUBLIC_URL: PUBLIC } })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  /** What a browser that was lured, or a proxy that was fooled, might say. */
  const LIES = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }

  it('to pay, is a page of ours or of the payment provider, and back again ours', async () => {
    const { body } = await api.call('ada', 'POST', `${base}/billing/checkout-session`, { plan_id: 'team' }, LIES)
    expect(new URL(body.url).origin).toBe(PUBLIC)
    const { pathname, search } = new URL(body.url)
    const paid = await api.fetch(null, pathname + search, { method: 'POST', redirect: 'manual' })
    expect(paid.headers.get('location')).toMatch(`${PUBLIC}/billing?`)
  })

  it.each(['', 'x', 'e30.x', 'e30.'])('a ticket to pay that is not ours is refused (%j)', async (ticket) => {
    expect((await api.fetch(null, `/sandbox/checkout?ticket=${ticket}`)).status).toBe(400)
  })

  it('with an invitation, is ours', async () => {
    const { body } = await api.call(
      'ada',
      'POST',
      `${base}/invitations`,
      { email: 'b@example.com', roles: ['viewer'] },
      LIES,
    )
    expect(new URL(body.url).origin).toBe(PUBLIC)
  })
})
