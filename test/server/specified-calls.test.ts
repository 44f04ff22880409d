import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

/** What a call of section 7 may name in its path. */
interface Things {
  readonly organization: string
  readonly member: string
  readonly integration: string
  readonly otherIntegration: string
  readonly connection: string
  readonly other: string
  readonly flow: string
}

const PLACEHOLDERS: Things = {
  organization: '{organization}',
  member: '{member}',
  integration: '{integration}',
  otherIntegration: '{integration}',
  connection: '{connection}',
  other: '{other}',
  flow: '{flow}',
}

type Call = readonly [
  method: string,
  path: (things: Things) => string,
  status: number,
  body?: (things: Things) => object,
]

const of =
  (rest: string, child?: keyof Things, after = '') =>
  (things: Things) =>
    `/v1/organizations/${things.organization}${rest}${child ? things[child] : ''}${after}`

const postgres = { host: '127.0.0.1', port: 1, user: 'etl', password: 'pw', dbname: 'shop', sslmode: 'prefer' }
const ends = ({ connection, other }: Pick<Things, 'connection' | 'other'>) => ({
  source_connection: { id: connection, position: { x: 50, y: 150 } },
  destination_connection: { id: other, position: { x: 450, y: 150 } },
})

/** Section 7 with the fields that the specification names and no other, in an order in which each has what it needs. */
const CALLS: readonly Call[] = [
  ['GET', () => '/v1/organizations', 200],
  ['POST', () => '/v1/organizations', 201, () => ({ name: 'Another' })],
  ['PUT', of(''), 200, ({ organization }) => ({ id: organization, name: 'Renamed' })],
  ['GET', of('/members'), 200],
  ['POST', of('/invitations'), 201, () => ({ email: 'bob@example.com', roles: ['viewer'] })],
  ['PUT', of('/members/', 'member'), 200, () => ({ roles: ['owner'] })],
  ['GET', of('/dashboard'), 200],
  ['GET', of('/billing/status'), 200],
  ['POST', of('/billing/checkout-session'), 200, () => ({ plan_id: 'team' })],
  ['GET', of('/integrations'), 200],
  ['POST', of('/integrations'), 201, () => ({ name: 'N', type: 'metronome', credentials: { api_key: 'k' } })],
  [
    'POST',
    of('/integrations'),
    201,
    () => ({ name: 'N', type: 'postgres', mergedIntegration: true, credentials: postgres }),
  ],
  ['PATCH', of('/integrations/', 'integration'), 200, () => ({ name: 'Renamed' })],
  ['GET', of('/integrations/', 'integration', '/details'), 200],
  ['GET', of('/connections'), 200],
  [
    'POST',
    of('/connections'),
    201,
    ({ otherIntegration: id }) => ({ name: 'N', type: 'postgres', integration_id: id, config: {} }),
  ],
  [
    'PATCH',
    of('/connections/', 'connection'),
    200,
    ({ connection }) => ({ id: connection, name: 'Renamed', capability: 'both', config: {} }),
  ],
  [
    'POST',
    of('/connections/test'),
    200,
    ({ connection, integration }) => ({
      id: connection,
      name: 'N',
      type: 'postgres',
      capability: 'both',
      integration_id: integration,
      config: {},
    }),
  ],
  ['POST', of('/connections/', 'connection', '/test'), 200],
  ['POST', of('/connections/', 'connection', '/discover'), 200],
  ['GET', of('/flows'), 200],
  ['GET', of('/flows/', 'flow'), 200],
  [
    'POST',
    of('/flows'),
    201,
    ({ other }) => ({ ...ends({ other, connection: other }), config: { transformations: [] } }),
  ],
  ['PATCH', of('/flows/', 'flow'), 200, (things) => ({ ...ends(things), config: { transformations: [] } })],
  ['POST', of('/flows/', 'flow', '/run'), 202],
  ['GET', () => '/v1/users/me', 200],
  ['PATCH', () => '/v1/users/me', 200, () => ({ display_name: 'Ada L.' })],
  ['POST', () => '/v1/users/sync-profile', 200],
  ['DELETE', of('/flows/', 'flow'), 204],
  ['DELETE', of('/connections/', 'connection'), 204],
  ['DELETE', of('/integrations/', 'integration'), 204],
]

/** Those that need more than one person, or end what the others need. */
const FURTHER: readonly Call[] = [
  ['POST', of('/billing/customer-portal-session'), 200],
  ['GET', of('/integrations/google/auth/start'), 200],
  ['POST', () => '/v1/invitations/accept', 200, () => ({ token: 'nobody’s' })],
  ['DELETE', of('/members/', 'member'), 204],
  ['DELETE', of(''), 204],
]

describe('the calls of the specification, from any client', () => {
  let api: Api
  let things: Things

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    things = await make()
  })
  afterAll(() => api.stop())

  async function make(): Promise<Things> {
    const organization = await api.organizationOf('ada')
    const base = `/v1/organizations/${organization}`
    const { database } = api.postgres
    const connection = await addPostgresConnection(api, 'ada', base, database)
    const other = await addPostgresConnection(api, 'ada', base, database)
    const listed = await api.call('ada', 'GET', `${base}/connections`)
    const integrationOf = (id: string) =>
      listed.body.find((row: { id: string }) => row.id === id).integration_id as string
    const members = await api.call('ada', 'GET', `${base}/members`)
    const draft = { ...ends({ connection, other }), name: 'Nightly' }
    const flow = await api.call('ada', 'POST', `${base}/flows`, draft)
    return {
      organization,
      member: members.body[0].id,
      integration: integrationOf(connection),
      otherIntegration: integrationOf(other),
      connection,
      other,
      flow: flow.body.id,
    }
  }

  const call = ([method, path, , body]: Call, as: string | null, on = things): Promise<Answer> =>
    api.call(as, method, path(on), body?.(on))
  const named = (calls: readonly Call[]) => calls.map((row) => [`${row[0]} ${row[1](PLACEHOLDERS)}`, row] as const)

  const explained = (status: number) => ({ status, body: { message: expect.stringMatching(/\S/) } })

  it('answer each with its status', async () => {
    const fresh = await make()
    for (const row of CALLS) {
      const { status, body } = await call(row, 'ada', fresh)
      expect(`${row[0]} ${row[1](fresh)} ${status}`, JSON.stringify(body)).toBe(`${row[0]} ${row[1](fresh)} ${row[2]}`)
      expect(body === undefined).toBe(row[2] === 204)
    }
  })

  it.each(named([...CALLS, ...FURTHER]))('%s asks for a sign-in, and says so', async (_, row) => {
    expect(await call(row, null)).toMatchObject(explained(401))
  })

  it.each(named([...CALLS, ...FURTHER].filter(([, path]) => path(PLACEHOLDERS).includes('{organization}'))))(
    '%s checks the id of the organization',
    async (_, row) => {
      for (const organization of ['1', 'null', `${ABSENT}x`, "' or 1=1 --", ABSENT, '%00', '..%2f..']) {
        const path = row[1]({ ...things, organization: encodeURIComponent(organization) })
        expect(await api.call('ada', row[0], path, row[3]?.(things)), organization).toMatchObject(explained(404))
      }
    },
  )

  it.each(named([...CALLS, ...FURTHER].filter(([, path]) => (path(PLACEHOLDERS).match(/\{/g) ?? []).length > 1)))(
    '%s checks the id of the thing itself',
    async (_, [method, path, , body]) => {
      for (const wrong of ['1', ABSENT, '%20', '%F0%9F%92%A3']) {
        const unknown = { ...things, member: wrong, integration: wrong, connection: wrong, flow: wrong }
        expect(await api.call('ada', method, path(unknown), body?.(unknown)), wrong).toMatchObject(explained(404))
      }
    },
  )

  it.each(named([...CALLS, ...FURTHER].filter(([, , , body]) => body)))(
    '%s refuses a field that nobody knows, by its name',
    async (_, [method, path, , body]) => {
      const sent = { ...body?.(things), colour: 'red' }

      expect(await api.call('ada', method, path(things), sent)).toMatchObject({
        status: 422,
        body: { message: 'Unknown field "colour"', details: { field: 'colour' } },
      })
    },
  )

  it.each(named([...CALLS, ...FURTHER].filter(([, , , body]) => body)))(
    '%s explains what is wrong with a body that is none',
    async (_, [method, path]) => {
      expect(await api.call('ada', method, path(things), '{"name":')).toMatchObject(explained(400))
      expect(await api.call('ada', method, path(things), '[]')).toMatchObject(explained(422))
      expect(await api.call('ada', method, path(things), 'null')).toMatchObject(explained(422))
      expect(await api.call('ada', method, path(things))).toMatchObject(explained(400))
    },
  )

  it.each(['', '{}'])('take an empty body as %o where the specification says so', async (body) => {
    const { organization, connection } = things
    const base = `/v1/organizations/${organization}`
    for (const path of [`${base}/connections/${connection}/discover`, '/v1/users/sync-profile']) {
      expect(await api.call('ada', 'POST', path, body)).toMatchObject({ status: 200 })
    }
  })

  it('answer a path or a method that there is not with a message', async () => {
    expect(await api.call('ada', 'GET', '/v1/nowhere')).toMatchObject(explained(404))
    expect(await api.call('ada', 'POST', '/v1/users/me', {})).toMatchObject(explained(404))
    expect(await api.call('ada', 'GET', '/v1/organizations/%zz/flows')).toMatchObject(explained(404))
  })

  it('explain why a test, a discovery or a run cannot be', async () => {
    const base = `/v1/organizations/${things.organization}`
    const test = { type: 'postgres', credentials: postgres, config: {} }

    expect(await api.call('ada', 'POST', `${base}/connections/test`, test)).toMatchObject(explained(422))
    expect(await api.call('ada', 'POST', `${base}/billing/customer-portal-session`)).toMatchObject(explained(409))
    expect(await api.call('ada', 'POST', '/v1/invitations/accept', { token: 'nobody’s' })).toMatchObject(explained(404))
  })

  it('take back whole what they answered with', async () => {
    const base = `/v1/organizations/${things.organization}`
    const again = async (method: string, path: string, from: string, pick = (body: unknown) => body) => {
      const told = pick((await api.call('ada', 'GET', from)).body)
      const { status, body } = await api.call('ada', method, path, told)
      expect(`${method} ${status}`, JSON.stringify(body)).toBe(`${method} 200`)
    }
    const withId = (id: string) => (rows: unknown) => (rows as { id: string }[]).find((row) => row.id === id)
    const { organization, integration, connection, flow } = things

    await again('PUT', base, '/v1/organizations', withId(organization))
    await again('PATCH', '/v1/users/me', '/v1/users/me')
    await again('PATCH', `${base}/integrations/${integration}`, `${base}/integrations`, withId(integration))
    await again('PATCH', `${base}/integrations/${integration}`, `${base}/integrations/${integration}/details`)
    await again('POST', `${base}/connections/test`, `${base}/connections`, withId(connection))
    await again('PATCH', `${base}/flows/${flow}`, `${base}/flows/${flow}`)
  })

  it('call a flow without a name by its ends, and keep no position', async () => {
    const fresh = await make()
    const base = `/v1/organizations/${fresh.organization}`
    const step = { id: 't1', type: 'limit', settings: { rows: 5 }, position: { x: 250, y: 50 } }

    const { status, body } = await api.call('ada', 'POST', `${base}/flows`, {
      ...ends(fresh),
      config: { transformations: [step] },
    })

    expect(status).toBe(201)
    expect(body.name).toBe(`${api.postgres.database} to ${api.postgres.database}`)
    expect(JSON.stringify(body)).not.toContain('position')
  })

  it('delete an organization with exactly 204 and no body', async () => {
    const { body } = await api.call('ada', 'POST', '/v1/organizations', { name: 'Short-lived' })

    expect(await api.call('ada', 'DELETE', `/v1/organizations/${body.id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await api.call('ada', 'DELETE', `/v1/organizations/${body.id}`)).toMatchObject(explained(404))
  })
})
