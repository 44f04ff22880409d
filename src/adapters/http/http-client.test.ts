import { beforeEach, describe, expect, it } from 'vitest'

import { ROUTES } from '../../contract/routes.ts'
import { ManualClock } from '../memory/manual-clock.ts'
import { MemoryIdentity, memoryUser } from '../memory/memory-identity.ts'
import { HttpClient } from './http-client.ts'

const ORG = '11111111-1111-4111-8111-111111111111'
const row = { id: 'o', name: 'Analytical Engines' }

let asked: { url: string; init: RequestInit }[]
let answers: (() => Response | Promise<Response>)[]
let identity: MemoryIdentity
let clock: ManualClock

const client = (timeoutMs?: number, baseUrl = 'https://api.test') =>
  new HttpClient({
    baseUrl,
    identity,
    clock,
    ...(timeoutMs !== undefined && { timeoutMs }),
    fetch: async (input, init = {}) => {
      asked.push({ url: String(input), init })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new Error('no answer prepared')
      return answer()
    },
  })
const header = (index: number, name: string) => new Headers(asked[index]?.init.headers).get(name)
const json =
  (status: number, body: unknown, statusText = '') =>
  () =>
    Response.json(body, { status, statusText })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  asked = []
  answers = [json(200, [row])]
  identity = new MemoryIdentity(memoryUser('ada@example.com'))
  clock = new ManualClock()
})

describe('a call', () => {
  it('carries the bearer token and a JSON content type', async () => {
    await client().call(ROUTES.listOrganizations, {})

    expect(asked[0]?.url).toBe('https://api.test/v1/organizations')
    expect(asked[0]?.init).toMatchObject({ method: 'GET' })
    expect(asked[0]?.init).not.toHaveProperty('body')
    expect(header(0, 'authorization')).toBe('Bearer uid-of-ada@example.com-token-0')
    expect(header(0, 'content-type')).toBe('application/json')
  })

  it('ends when nobody waits for it any more, and is neither taken for lost nor asked again', async () => {
    const stop = new AbortController()
    answers = [
      () => {
        stop.abort()
        asked.at(-1)?.init.signal?.throwIfAborted()
        return json(202, {})()
      },
    ]
    const read = () => client().call(ROUTES.listOrganizations, { stop: stop.signal })

    expect(await read()).toEqual({ ok: false, failure: { kind: 'stopped' } })
    expect(await read()).toEqual({ ok: false, failure: { kind: 'stopped' } })
    expect(asked).toHaveLength(2)
  })

  it('fills path, query and body', async () => {
    answers = [json(200, { id: 'm' })]

    await client().call(ROUTES.updateMember, { params: { orgId: ORG, memberId: 'a/b' }, body: { roles: ['editor'] } })
    await client().send(ROUTES.getRunLog, {
      params: { orgId: ORG, runId: 'r' },
      query: { q: 'a b', cursor: undefined },
    })

    expect(asked.map(({ url }) => url)).toEqual([
      `https://api.test/v1/organizations/${ORG}/members/a%2Fb`,
      `https://api.test/v1/organizations/${ORG}/runs/r/log?q=a+b`,
    ])
    expect(asked[0]?.init.body).toBe('{"roles":["editor"]}')
  })

  it.each([
    ['https://api.test', null],
    ['', '"1"'],
  ])('to %o carries headers beyond the specification only when that is the own origin', async (baseUrl, expected) => {
    const request = { params: { orgId: ORG, flowId: 'f' }, headers: { 'if-match': '"1"' }, body: {} }
    answers = [json(200, { id: 'f' })]

    await client(undefined, baseUrl).call(ROUTES.updateFlow, request)

    expect(header(0, 'if-match')).toBe(expected)
  })

  it('is not made by nobody', async () => {
    identity.settle(null)

    expect(await client().call(ROUTES.listOrganizations, {})).toEqual({
      ok: false,
      failure: { kind: 'unauthenticated' },
    })
    expect(asked).toEqual([])
  })

  it('is made by nobody where the row is public', async () => {
    identity.settle(null)
    answers = [json(200, { organization_name: 'x', email: 'y', roles: [] })]

    expect(await client().call(ROUTES.previewInvitation, { query: { token: 't' } })).toMatchObject({ ok: true })
    expect(header(0, 'authorization')).toBeNull()
  })
})

describe('an answer', () => {
  it('keeps fields that nobody knows', async () => {
    answers = [json(200, [{ ...row, colour: 'red' }])]

    expect(await client().call(ROUTES.listOrganizations, {})).toEqual({ ok: true, value: [{ ...row, colour: 'red' }] })
  })

  it('that does not tell what it has to is a failure', async () => {
    answers = [json(200, [{ id: 1 }])]

    expect(await client().call(ROUTES.listOrganizations, {})).toEqual({
      ok: false,
      failure: { kind: 'unexpected-answer', problem: expect.stringContaining('"expected": "string"') },
    })
  })

  it('tells an optional field in a shape that nobody knows in vain, without harm to the rest', async () => {
    answers = [json(200, [{ ...row, roles: 'owner', created_at: 1_735_689_600 }, row])]

    expect(await client().call(ROUTES.listOrganizations, {})).toEqual({ ok: true, value: [row, row] })
  })

  it.each([
    ['nothing', '', {}],
    ['words', 'started', {}],
    ['a list', '[1]', {}],
    ['something else', '{"run_id":7,"job":"x"}', {}],
    ['what we know', '{"run_id":"r"}', { runId: 'r' }],
  ])('that the specification does not show may be %s', async (_, text, value) => {
    answers = [() => new Response(text)]

    expect(await client().callLoosely(ROUTES.runFlow, { params: { orgId: ORG, flowId: 'f' } })).toEqual({
      ok: true,
      value,
    })
  })

  it.each([
    ['["a"]', ['a']],
    ['null', {}],
    ['{"totals":"few"}', { totals: 'few' }],
  ])('is stored as returned where the specification says so (%s)', async (text, value) => {
    answers = [() => new Response(text)]

    expect(await client().callAsReturned(ROUTES.getBillingStatus, { params: { orgId: ORG } })).toEqual({
      ok: true,
      value,
    })
  })

  it('without a body is an empty object', async () => {
    answers = [() => new Response(null, { status: 202 })]

    expect(await client().call(ROUTES.runFlow, { params: { orgId: ORG, flowId: 'f' } })).toEqual({
      ok: true,
      value: {},
    })
  })

  it('of any 2xx will do', async () => {
    answers = [json(207, { id: 'c', name: 'n', type: 'postgres' })]

    expect(
      await client().call(ROUTES.updateConnection, { params: { orgId: ORG, connectionId: 'c' }, body: {} }),
    ).toMatchObject({ ok: true })
  })

  it.each([
    ['create', 201, 200, () => client().call(ROUTES.createOrganization, { body: { name: 'n' } })],
    [
      'update',
      200,
      201,
      () => client().call(ROUTES.updateOrganization, { params: { orgId: ORG }, body: { name: 'n' } }),
    ],
    ['delete', 204, 200, () => client().send(ROUTES.deleteOrganization, { params: { orgId: ORG } })],
  ] as const)('of an organization %s is to be %d and not %d', async (_, right, wrong, act) => {
    answers = [() => new Response(right === 204 ? null : JSON.stringify(row), { status: right })]
    expect(await act()).toMatchObject({ ok: true })

    answers = [json(wrong, row, 'OK')]
    expect(await act()).toMatchObject({ ok: false, failure: { kind: 'http', status: wrong, statusText: 'OK' } })
  })

  it('tells status, words, code and details of a refusal', async () => {
    answers = [json(422, { message: 'Name is required', code: 'INVALID', details: { field: 'name' } }, 'Unprocessable')]

    expect(await client().call(ROUTES.listOrganizations, {})).toEqual({
      ok: false,
      failure: {
        kind: 'http',
        status: 422,
        statusText: 'Unprocessable',
        serverMessage: 'Name is required',
        code: 'INVALID',
        details: { field: 'name' },
        refusal: { field: 'name' },
      },
    })
  })

  it('tells what another system says of its refusal, without what is not readable', async () => {
    const hint = { template: 'Grant it to {0}.', values: ['ada'] }
    const details = {
      hint: 'Grant it to ada.',
      hint_sentence: hint,
      account: 'ada',
      field: 7,
      object: { kind: 'schema', name: 'bi' },
    }
    answers = [json(422, { message: 'Denied', code: 'PERMISSION_MISSING', details })]

    const refusal = {
      hint: 'Grant it to ada.',
      hintSentence: hint,
      account: 'ada',
      object: { kind: 'schema', name: 'bi' },
    }
    expect(await client().call(ROUTES.listOrganizations, {})).toMatchObject({ failure: { refusal } })
  })

  it.each([
    ['no JSON', () => new Response('<html>', { status: 400 })],
    ['another shape', json(400, { message: 7, code: {}, details: 'x' })],
    ['a list', json(400, [])],
  ])('that explains itself with %s is a plain refusal', async (_, answer) => {
    answers = [answer]

    expect(await client().call(ROUTES.listOrganizations, {})).toEqual({
      ok: false,
      failure: { kind: 'http', status: 400, statusText: '' },
    })
  })
})

describe('a refused token', () => {
  it('is renewed once, and the same request made once more', async () => {
    answers = [json(401, {}), json(200, { id: 'm' })]

    const updated = await client(undefined, '').call(ROUTES.updateMember, {
      params: { orgId: ORG, memberId: 'm' },
      headers: { 'idempotency-key': 'k' },
      body: { roles: ['editor'] },
    })

    expect(updated).toMatchObject({ ok: true })
    expect([header(0, 'authorization'), header(1, 'authorization')]).toEqual([
      'Bearer uid-of-ada@example.com-token-0',
      'Bearer uid-of-ada@example.com-token-1',
    ])
    expect(asked[1]?.init.body).toBe(asked[0]?.init.body)
    expect(header(1, 'idempotency-key')).toBe('k')
  })

  it('is not renewed twice', async () => {
    answers = [json(401, { message: 'Sign in again.' })]

    expect(await client().call(ROUTES.listOrganizations, {})).toMatchObject({
      ok: false,
      failure: { kind: 'http', status: 401 },
    })
    expect(asked).toHaveLength(2)
  })

  it('cannot be renewed for somebody who is gone', async () => {
    answers = [
      () => {
        identity.settle(null)
        return Response.json({}, { status: 401 })
      },
    ]

    expect(await client().call(ROUTES.listOrganizations, {})).toMatchObject({ failure: { status: 401 } })
    expect(asked).toHaveLength(1)
  })
})

describe('a server that is away', () => {
  it.each([
    ['lost connections', lost],
    ['a restart', json(503, {})],
  ])('is asked again for what is only read (%s)', async (_, failing) => {
    answers = [failing, failing, json(200, [row])]

    expect(await client().call(ROUTES.listOrganizations, {})).toMatchObject({ ok: true })
    expect(clock.slept).toEqual([300, 1_000])
  })

  it('is given up after three times', async () => {
    answers = [lost]

    expect(await client().call(ROUTES.listOrganizations, {})).toEqual({ ok: false, failure: { kind: 'network' } })
    expect(asked).toHaveLength(3)
  })

  it.each([
    ['what changes something', lost, () => client().send(ROUTES.runFlow, { params: { orgId: ORG, flowId: 'f' } })],
    ['what was refused for good', json(500, {}), () => client().call(ROUTES.listOrganizations, {})],
  ])('is never asked twice for %s', async (_, answer, act) => {
    answers = [answer]

    expect(await act()).toMatchObject({ ok: false })
    expect(asked).toHaveLength(1)
  })

  it('is not waited for endlessly', async () => {
    answers = [
      () =>
        new Promise((_, reject) => {
          const { signal } = asked.at(-1)?.init ?? {}
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    ]

    expect(await client(20).call(ROUTES.listOrganizations, {})).toEqual({
      ok: false,
      failure: { kind: 'network', timedOut: true },
    })
    expect(asked).toHaveLength(1)
  })

  it('is not mistaken for the page that a proxy answers with', async () => {
    answers = [() => new Response('<html>Sign in to the wireless network</html>')]

    const request = { params: { orgId: ORG, flowId: 'f' } }
    const lost = { ok: false, failure: { kind: 'network' } }
    expect(await client().call(ROUTES.listOrganizations, {})).toEqual(lost)
    expect(await client().callLoosely(ROUTES.runFlow, request)).toEqual(lost)
    expect(await client().send(ROUTES.deleteFlow, request)).toEqual(lost)
  })
})

describe('a call that had no turn', () => {
  const read = () => client().send(ROUTES.runFlow, { params: { orgId: ORG, flowId: 'f' } })

  it('is made again after others, whatever it does: nothing of it was done', async () => {
    answers = [json(429, { code: 'TOO_MANY_AT_ONCE' }), json(503, { code: 'BUSY' }), json(202, {})]

    expect(await read()).toMatchObject({ ok: true })
    expect(clock.slept).toEqual([1_000, 2_000])
  })

  it('is given up after some seconds', async () => {
    answers = [json(429, { code: 'TOO_MANY_AT_ONCE' })]

    expect(await read()).toMatchObject({ ok: false, failure: { code: 'TOO_MANY_AT_ONCE' } })
    expect(clock.slept).toEqual([1_000, 2_000, 4_000])
  })

  it('is not made again where there were too many in a while', async () => {
    answers = [json(429, { code: 'TOO_MANY' })]

    expect(await read()).toMatchObject({ ok: false })
    expect(asked).toHaveLength(1)
  })
})

describe('a call beyond the specification', () => {
  it.each([404, 501])('that answers %d is not offered', async (status) => {
    answers = [json(status, { message: 'Not found', code: 'NOT_FOUND' })]

    expect(await client().call(ROUTES.listPlans, { params: { orgId: ORG } })).toEqual({
      ok: false,
      failure: { kind: 'not-offered' },
    })
  })

  it('tells a thing that is gone from a call that is not there', async () => {
    const getRun = () => client().call(ROUTES.getRun, { params: { orgId: ORG, runId: 'r' } })

    answers = [json(404, { message: 'Not found', code: 'NOT_FOUND' })]
    expect(await getRun()).toMatchObject({ failure: { kind: 'http', status: 404 } })
    answers = [() => new Response('Cannot GET', { status: 404 })]
    expect(await getRun()).toEqual({ ok: false, failure: { kind: 'not-offered' } })
    answers = [json(501, { code: 'NOT_IMPLEMENTED' })]
    expect(await getRun()).toEqual({ ok: false, failure: { kind: 'not-offered' } })
    answers = [json(403, {})]
    expect(await getRun()).toMatchObject({ failure: { kind: 'http', status: 403 } })
  })

  it('is told apart from one of the specification, which has to be there', async () => {
    answers = [json(501, {})]

    expect(await client().call(ROUTES.getBillingStatus, { params: { orgId: ORG } })).toMatchObject({
      failure: { kind: 'http', status: 501 },
    })
  })
})
