import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { openSession } from '../../src/cli/open-session.ts'
import { ROUTES } from '../../src/contract/routes.ts'
import { secondsFromNow } from '../support/firebase-tokens.ts'
import { run } from '../support/run-sql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { type Issuer, startIssuer } from '../support/start-issuer.ts'

describe('a token of a CI job', { timeout: 60_000 }, () => {
  let api: Api
  let issuer: Issuer
  let base: string
  let member: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    issuer = await startIssuer()
    base = `/v1/organizations/${await api.organizationOf('ada', 'Analytical Engines')}`
    const { status, body } = await added({})
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('key')
    member = body.id
    await accept(member)
  })
  afterAll(async () => {
    await api.stop()
    await issuer.stop()
  })

  const added = (changes: object) =>
    api.call('ada', 'POST', `${base}/service-members`, { name: 'CI', role: 'runner', has_key: false, ...changes })
  const accept = async (id: string, changes: object = {}) => {
    const body = { issuer: issuer.origin, audience: 'millrace', subject: 'repo:octo/*', ...changes }
    return api.call('ada', 'POST', `${base}/service-members/${id}/federated-credentials`, body)
  }
  const exchange = (token: string, id = member) =>
    api.call(null, 'POST', '/v1/token-exchange', { service_member_id: id, token })
  const withKey = (key: string) => api.call(null, 'GET', `${base}/flows`, undefined, { authorization: `Bearer ${key}` })
  const listed = async () =>
    (await api.call('ada', 'GET', `${base}/service-members`)).body.find(({ id }: { id: string }) => id === member)

  it('is exchanged for a key of 15 minutes, which does what the role may, and is written down', async () => {
    const { status, body } = await exchange(await issuer.mint())
    expect({ status, body }).toMatchObject({ status: 200, body: { organization_id: base.split('/').at(-1) } })
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(15)
    expect(await withKey(body.key)).toMatchObject({ status: 200 })
    const { key_start, federated_credentials } = await listed()
    expect({ key_start, federated_credentials }).toMatchObject({
      key_start: null,
      federated_credentials: [{ last_subject: 'repo:octo/shop:ref:refs/heads/main', last_used_at: expect.any(String) }],
    })
    const { body: audit } = await api.call('ada', 'GET', `${base}/audit?action=member.token-exchanged`)
    expect(JSON.stringify(audit)).toContain('repo:octo/shop:ref:refs/heads/main')
  })

  it.each([
    ['of another subject', { sub: 'repo:octopus/shop:ref:refs/heads/main' }, /subject/],
    ['for somebody else', { aud: 'elsewhere' }, /audience/],
    ['that has expired', { exp: secondsFromNow(-60) }, /expired/],
    ['without an end', { exp: undefined }, /exp/],
    ['that is too old', { iat: secondsFromNow(-2 * 86_400) }, /iat|expired/],
    ['of an issuer that nobody entered', { iss: 'https://elsewhere.example' }, /elsewhere/],
  ])('%s is refused, and it is said why', async (_, claims, why) => {
    const { status, body } = await exchange(await issuer.mint(claims))
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_REFUSED', message: expect.stringMatching(why) },
    })
  })

  it('is refused when it is not signed, or is signed by somebody else', async () => {
    const { payload } = JSON.parse(`{"payload":${Buffer.from((await issuer.mint()).split('.')[1] ?? '', 'base64url')}}`)
    const [head, , signature] = (await issuer.mint()).split('.')
    const other = Buffer.from(JSON.stringify({ ...payload, sub: 'repo:octo/other' })).toString('base64url')
    for (const token of [new UnsecuredJWT(payload).encode(), `${head}.${other}.${signature}`, 'garbage', 'a.b.c'])
      expect(await exchange(token)).toMatchObject({ status: 401, body: { code: 'TOKEN_REFUSED' } })
    expect(await exchange(await issuer.mint(), crypto.randomUUID())).toMatchObject({ status: 401 })
  })

  it('stops being accepted when its credential is removed, and so do its keys', async () => {
    const { body: other } = await added({ name: 'Other' })
    const { body: credential } = await accept(other.id)
    const { body } = await exchange(await issuer.mint(), other.id)
    expect(await withKey(body.key)).toMatchObject({ status: 200 })
    await api.call('ada', 'DELETE', `${base}/service-members/${other.id}/federated-credentials/${credential.id}`)
    expect(await withKey(body.key)).toMatchObject({ status: 401, body: { code: 'KEY_INVALID' } })
    expect(await exchange(await issuer.mint(), other.id)).toMatchObject({ status: 401 })
  })

  it('makes nobody ask for keys at an address that no admin has entered', async () => {
    const elsewhere = await startIssuer()
    await exchange(await elsewhere.mint())
    await elsewhere.stop()
    expect(elsewhere.asked).toEqual([])
  })

  it('has a key that ends, and is deleted when the next one is made', async () => {
    const { body } = await exchange(await issuer.mint())
    await run(api.storeUrl, `update millrace.short_keys set expires_at = now() - interval '1 s'`)
    expect(await withKey(body.key)).toMatchObject({ status: 401, body: { code: 'KEY_EXPIRED' } })
    await exchange(await issuer.mint())
    const [left] = await run(
      api.storeUrl,
      'select count(*)::int as keys from millrace.short_keys where expires_at < now()',
    )
    expect(left).toEqual({ keys: 0 })
  })

  it.each([
    [{ issuer: 'http://issuer.example' }, 'issuer'],
    [{ issuer: 'https://issuer.example/?a=b' }, 'issuer'],
    [{ subject: '*' }, 'subject'],
    [{ subject: 'repo:octo*' }, 'subject'],
  ])('cannot be accepted so that others come in: %j', async (changes, field) => {
    expect(await accept(member, changes)).toMatchObject({ status: 422, body: { details: { field } } })
  })

  it.each([
    ['with an id', { jti: 'job-7' }],
    // Then it is known by what it says, so the same token is one of the same time.
    ['without an id', { jti: undefined, sub: 'repo:octo/once', iat: secondsFromNow(0), exp: secondsFromNow(600) }],
  ])('is exchanged once (%s): who has only seen it gets nothing', async (_, claims) => {
    const token = await issuer.mint(claims)
    expect((await exchange(token)).status).toBe(200)
    const again = await exchange(token)
    expect(again).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_REFUSED', message: expect.stringMatching(/once/) },
    })
    expect((await exchange(await issuer.mint(claims))).status).toBe(401)
  })

  it('is exchanged again by who has the key of the last exchange, so that a long job goes on', async () => {
    const token = await issuer.mint({ jti: 'long' })
    const repeat = (held: string) =>
      api.call(null, 'POST', '/v1/token-exchange', { service_member_id: member, token, held_key: held })
    const { key: first } = (await exchange(token)).body
    const { key: second } = (await repeat(first)).body
    expect(await withKey(second)).toMatchObject({ status: 200 })
    // The first one was of the exchange before the last.
    expect((await repeat(first)).status).toBe(401)
    await run(api.storeUrl, `update millrace.short_keys set expires_at = now() - interval '1 s'`)
    expect((await repeat(second)).status).toBe(401)
  })

  it('is what the command uses when it is told a program and no key', async () => {
    const environment = {
      MILLRACE_URL: 'http://api.test',
      MILLRACE_SERVICE_MEMBER: member,
      MILLRACE_TOKEN: await issuer.mint(),
      XDG_CONFIG_HOME: makeScratchFolder('settings'),
    }
    vi.stubGlobal('fetch', async (address: URL, init: RequestInit) => api.fetch(null, address.pathname, init))
    const { organization, role, call, orgId } = await openSession(environment)
    expect({ organization, role }).toEqual({ organization: 'Analytical Engines', role: 'runner' })
    expect(await call(ROUTES.listFlows, { params: { orgId } })).toEqual([])
    // The next command of the job.
    expect(await openSession(environment)).toMatchObject({ role: 'runner' })
    vi.unstubAllGlobals()
    await expect(openSession({ MILLRACE_SERVICE_MEMBER: member })).rejects.toThrow(/there is no token/)
  })
})
