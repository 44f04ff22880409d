import { readFileSync } from 'node:fs'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ABSENT, exampleBody } from '../../src/contract/example-body.ts'
import { OPERATIONS, type Operation } from '../../src/contract/requests/operations.ts'
import { isAllowed, type Permission, ROLES } from '../../src/core/catalog/permissions.ts'
import { sentence } from '../../src/core/catalog/sentence.ts'
import { firebaseClaims, secondsFromNow } from '../support/firebase-tokens.ts'
import { inTurn } from '../support/samples.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'
import { alsoNeeded, type Children, inhabit, join, queryOf } from './inhabited-organization.ts'

/** Everything here is made from the contract's rows: a new call is covered by having been written down. */
const calls = OPERATIONS.map((operation, at) => [operation.name, operation, at] as const)
const guarded = calls.filter(([, { access }]) => access !== 'public')
const ofOrganizations = calls.filter(([, { path }]) => path.includes(':orgId'))
const ofChildren = ofOrganizations.filter(([, row]) => childrenOf(row).length > 0)
const withBody = calls.filter(([, { request }]) => request !== undefined)
const withQuery = calls.filter(([, { query }]) => query !== undefined)

function childrenOf({ path }: Operation): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'orgId')
}
const fieldsOf = (schema: Operation['request']): string[] =>
  Object.keys(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }).properties ?? {})
const fill = ({ path, name }: Operation, organization: string, children: Children = {}) =>
  path.replace(':orgId', organization).replace(/:(\w+)/g, (_, part: string) => children[part] ?? ABSENT) + queryOf(name)

/** The page of codes, to which the type of each refusal leads. */
const CODES = readFileSync('docs/errors.md', 'utf8')

const NOT_FOUND = { code: 'NOT_FOUND', message: 'Not found' }
const NOT_SIGNED_IN = {
  code: 'UNAUTHENTICATED',
  message: 'Sign in to continue.',
  sentence: sentence`Sign in to continue.`,
}

describe('every call', () => {
  let api: Api
  let owned: string
  let foreign: string
  let children: Children
  const tokens = new Map<string, string>()

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    owned = await api.organizationOf('owner')
    foreign = await api.organizationOf('outsider')
    children = await inhabit(api, owned)
    for (const role of ROLES) await join(api, owned, `a-${role}`, [role])
    for (const [name, token] of await forge()) tokens.set(name, token)
  })
  afterAll(() => api.stop())

  async function forge(): Promise<[string, string][]> {
    const { mint, privateKey } = api.mint
    const stranger = await generateKeyPair('RS256', { extractable: true })
    const claims = firebaseClaims({ sub: 'owner' })
    const publicText = new TextEncoder().encode(await exportSPKI(stranger.publicKey))
    const jwk = await exportJWK(stranger.publicKey)
    const owner = (changes: Record<string, unknown>) => mint({ sub: 'owner', ...changes })
    const signed = (header: { alg: string; kid?: string; jwk?: typeof jwk }, key: CryptoKey | Uint8Array) =>
      new SignJWT(claims).setProtectedHeader(header).sign(key)
    const [head, , signature] = (await owner({})).split('.')
    const other = Buffer.from(JSON.stringify(firebaseClaims({ sub: 'a-owner' }))).toString('base64url')
    return [
      ['garbage', 'garbage'],
      ['an expired token', await owner({ exp: secondsFromNow(-60) })],
      ['one that is not valid yet', await owner({ nbf: secondsFromNow(600) })],
      ['one of another project', await owner({ aud: 'another' })],
      ['one of another issuer', await owner({ iss: 'https://securetoken.google.com/another' })],
      ['one that is not signed', new UnsecuredJWT(claims).encode()],
      ['one signed with the public key as a password', await signed({ alg: 'HS256', kid: 'test-key' }, publicText)],
      [
        'one of an unknown key',
        await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'no' }).sign(privateKey),
      ],
      ['one of a stranger’s key', await signed({ alg: 'RS256', kid: 'test-key' }, stranger.privateKey)],
      ['one that brings its own key', await signed({ alg: 'RS256', jwk }, stranger.privateKey)],
      ['one whose claims were changed', `${head}.${other}.${signature}`],
      ['an anonymous person’s', await owner({ firebase: { sign_in_provider: 'anonymous' } })],
      ['one of another tenant', await owner({ firebase: { sign_in_provider: 'password', tenant: 'elsewhere' } })],
    ]
  }

  const body = (row: Operation) => (row.method === 'GET' ? undefined : exampleBody(row))
  async function send(as: string | null, row: Operation, path: string, changes: Partial<Sent> = {}): Promise<Answer> {
    const sent = { body: body(row), headers: {}, ...changes }
    // An event stream would not end by itself.
    if (!row.events) return explained(await api.call(as, row.method, path, sent.body, sent.headers))
    const response = await api.fetch(as, path, { headers: sent.headers })
    if (response.ok) await response.body?.cancel()
    const { status, headers } = response
    return explained({ status, headers, body: response.ok ? undefined : await response.json() })
  }
  interface Sent {
    readonly body: unknown
    readonly headers: Record<string, string>
  }

  /** Whatever is refused says why, to people and to programs, and nothing of it is kept on the way. */
  function explained(answer: Answer): Answer {
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (answer.status >= 400) {
      expect(answer.body).toMatchObject({
        message: expect.stringMatching(/\S/),
        code: expect.stringMatching(/^[A-Z_]+$/),
      })
      expect(CODES).toContain(`### ${answer.body.code}\n`)
      expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|\bat \w+ \(/)
    }
    expect(answer.status).not.toBe(500)
    return answer
  }

  it.each(guarded)('%s needs a sign-in, and takes no forged one', async (_, row, at) => {
    const path = fill(row, owned, children)
    expect(await send(null, row, path)).toMatchObject({ status: 401, body: NOT_SIGNED_IN })
    for (const [name, token] of inTurn([...tokens], at, 3)) {
      const { status, body } = await send(null, row, path, { headers: { authorization: `Bearer ${token}` } })
      expect({ name, status, body }).toEqual({ name, status: 401, body: NOT_SIGNED_IN })
    }
  })

  it.each(ofOrganizations)('%s answers an outsider as if there were no such organization', async (_, row) => {
    const there = await send('outsider', row, fill(row, owned, children))
    const absent = await send('outsider', row, fill(row, ABSENT, children))
    expect(there).toMatchObject({ status: 404, body: NOT_FOUND })
    expect(there.body).toEqual(absent.body)
  })

  it.each(ofOrganizations)('%s is over at once for who is no member any more', async (_, row) => {
    expect(await send('a-removed', row, fill(row, owned, children))).toMatchObject({ status: 404, body: NOT_FOUND })
  })

  describe.each(ROLES)('as %s', (role) => {
    it.each(ofOrganizations)(
      '%s is decided by the permission table',
      async (_, row) => {
        // Deleting the organization would end the others.
        const isOrganizationItself = row.method === 'DELETE' && childrenOf(row).length === 0
        const organization = isOrganizationItself ? await api.organizationOf('owner', 'to be deleted') : owned
        if (isOrganizationItself) await join(api, organization, `a-${role}`, [role])
        const { status } = await send(`a-${role}`, row, fill(row, organization))
        const isMine = isAllowed([role], row.access as Permission) && isAllowed([role], alsoNeeded(row.name))
        expect(status === 403, `answered ${status}`).toBe(!isMine)
        if (isMine && childrenOf(row).length > 0) expect([404, 501]).toContain(status)
        else if (isMine && !row.request && row.method === 'GET') expect([row.status, 501]).toContain(status)
      },
      60_000,
    )
  })

  it.each(ofChildren)('%s finds nothing of another organization', async (_, row) => {
    for (const name of childrenOf(row)) expect(children, `inhabit() makes no ${name}`).toHaveProperty(name)
    const reached = await send('outsider', row, fill(row, foreign, children))
    const absent = await send('outsider', row, fill(row, foreign))
    expect(reached).toMatchObject({ status: 404, body: NOT_FOUND })
    expect({ status: reached.status, body: reached.body }).toEqual({ status: absent.status, body: absent.body })
  })

  it.each(ofOrganizations)('%s knows no malformed id', async (_, row, at) => {
    const malformed = [
      'x',
      `${ABSENT}'`,
      '%2e%2e%2f',
      '%00',
      ABSENT.replaceAll('-', ''),
      `{${ABSENT}}`,
      '1'.repeat(300),
    ]
    for (const id of inTurn(malformed, at, 2)) {
      const names = ['orgId', ...childrenOf(row)]
      for (const wrong of names) {
        const path = fill(row, wrong === 'orgId' ? id : owned, { ...children, [wrong]: id })
        expect((await send('owner', row, path)).status, `${row.method} ${path}`).toBe(404)
      }
    }
  })

  it.each(withBody)('%s refuses unknown fields by their name', async (_, row) => {
    for (const field of ['unknown_field', 'organization_id', 'plan', 'constructor', '__proto__']) {
      const text = JSON.stringify(exampleBody(row)).replace(/\}$/, (end) => `,"${field}":{"polluted":true}${end}`)
      const answer = await send('owner', row, fill(row, owned, children), { body: text.replace('{,', '{') })
      expect(answer).toMatchObject({ status: 422, body: { message: `Unknown field "${field}"`, details: { field } } })
    }
    expect({}).not.toHaveProperty('polluted')
  })

  it.each(withBody)('%s takes JSON of a fair size, and nothing else', async (_, row) => {
    const path = fill(row, owned, children)
    const large = `{"name":"${'x'.repeat(row.largest ?? 1_048_576)}"}`
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
    const refusals: [number, Partial<Sent>][] = [
      [413, { body: large }],
      [415, { headers: { 'content-type': 'text/plain' } }],
      [415, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=x' }],
      [415, { headers: { 'content-encoding': 'gzip' } }],
      [400, { body: '{"name":' }],
      [400, { body: deep }],
    ]
    for (const [status, sent] of refusals) expect((await send('owner', row, path, sent)).status).toBe(status)
    for (const hostile of ['null', '[]', '0', '""', '{"name":{"$gt":""}}'])
      expect([422], hostile).toContain((await send('owner', row, path, { body: hostile })).status)
  })

  let sentAsNew = 0
  let newcomer = { uid: '', organization: '' }
  /** As owners who have not called yet, so that no limit answers first. */
  async function sendAsNew(row: Operation, changes: Partial<Sent>, search?: string): Promise<Answer> {
    if (sentAsNew++ % 20 === 0) {
      const uid = `newcomer-${sentAsNew}`
      newcomer = { uid, organization: await api.organizationOf(uid) }
    }
    const [path] = fill(row, newcomer.organization).split('?')
    return send(newcomer.uid, row, `${path}${search ?? queryOf(row.name)}`, changes)
  }

  it.each(withBody)('%s refuses text that no database keeps, by its field', async (_, row, at) => {
    const least = exampleBody(row)
    for (const [nth, field] of [...fieldsOf(row.request), 'anything'].entries()) {
      for (const odd of inTurn(['\0', 'a\0b', '\ud800', 'a\udc00b'], at + nth)) {
        const bodies = {
          [field]: odd,
          [`${field}.0.name`]: [{ name: odd }],
          [`${field}.${odd.replace(/[\0\ud800-\udfff]/u, '\ufffd')}`]: { [odd]: 1 },
        }
        for (const [name, value] of Object.entries(bodies)) {
          const { status, body } = await sendAsNew(row, { body: { ...least, [field]: value } })
          expect({ status, body }).toMatchObject({
            status: 400,
            body: { code: 'ODD_TEXT', message: expect.stringContaining(name), details: { field: name } },
          })
        }
      }
    }
  })

  it.each(withBody)('%s refuses more values than any request needs, wherever they are', async (_, row, at) => {
    const many = Array(51_000).fill(0)
    const answer = await sendAsNew(row, { body: many })
    expect(answer).toMatchObject({ status: 400, body: { code: 'TOO_MANY_VALUES' } })
    for (const field of inTurn(fieldsOf(row.request), at)) {
      const { status, body } = await sendAsNew(row, { body: { ...exampleBody(row), [field]: many } })
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'TOO_MANY_VALUES', details: { field } } })
      const fair = { ...exampleBody(row), [field]: Array(49_000).fill(0) }
      expect((await sendAsNew(row, { body: fair })).status).not.toBe(400)
    }
  })

  it.each(ofOrganizations)('%s takes no name of its address twice, whether it knows it or not', async (_, row) => {
    for (const name of [...(row.query ? fieldsOf(row.query) : []), 'anything']) {
      const { status, body } = await sendAsNew(row, {}, `?${name}=a&${name}=a`)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { code: 'DOUBLED', message: expect.stringContaining(name), details: { field: name } },
      })
    }
    expect((await sendAsNew(row, {}, `?orgId=${ABSENT}`)).body).toMatchObject({ details: { field: 'orgId' } })
  })

  it.each(withBody)('%s takes no field of its body twice, at any depth', async (_, row) => {
    for (const field of [...fieldsOf(row.request), 'anything']) {
      const rest = JSON.stringify({ ...exampleBody(row), [field]: undefined }).slice(1)
      const texts = {
        [field]: `{"${field}":1,"${field}":2,${rest}`,
        [`${field}.0.id`]: `{"${field}":[{"id":1,"\\u0069d":2}],${rest}`,
      }
      for (const [at, text] of Object.entries(texts))
        expect(await sendAsNew(row, { body: text.replace(',}', '}') })).toMatchObject({
          status: 400,
          body: { code: 'DOUBLED', details: { field: at } },
        })
    }
  })

  it.each(withQuery)('%s refuses text in its address that no database keeps, by its field', async (_, row) => {
    for (const field of fieldsOf(row.query)) {
      const { status, body } = await sendAsNew(row, {}, `?${field}=a%00b`)
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'ODD_TEXT', details: { field } } })
      // Half a character cannot come this way: it is read as U+FFFD, which is text as any other.
      await sendAsNew(row, {}, `?${field}=%ED%A0%80`)
    }
  })

  const withTimes = withQuery.flatMap(([name, row]) =>
    fieldsOf(row.query)
      .filter((field) => field === 'from' || field === 'to')
      .map((field) => [name, field, row] as const),
  )
  it.each(withTimes)('%s refuses a time in %s that no database keeps', async (_, field, row) => {
    const odd = [
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+23:59',
      '2026-01-01T00:00:00-16:00',
      `2026-01-01T00:00:00.${'0'.repeat(300)}Z`,
    ]
    for (const time of odd) {
      const { status, body } = await sendAsNew(row, {}, `?${field}=${encodeURIComponent(time)}`)
      expect({ time, status, body }).toMatchObject({ time, status: 400, body: { details: { field } } })
    }
    for (const time of ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999999-12:00'])
      expect((await sendAsNew(row, {}, `?${field}=${encodeURIComponent(time)}`)).status).toBe(200)
  })
})
