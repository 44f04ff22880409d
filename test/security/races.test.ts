import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'
import { join } from './inhabited-organization.ts'

/** Enough for both orders and the overlap to come up. */
const ROUNDS = 8

describe('at the same moment', () => {
  let api: Api
  let organization: string
  let base: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
  })
  afterAll(() => api.stop())
  beforeEach(() => found())

  async function found() {
    organization = await api.organizationOf('ada')
    base = `/v1/organizations/${organization}`
  }
  async function withTwoOwners() {
    await found()
    await join(api, organization, 'grace', ['owner'])
    const { body } = await api.call('ada', 'GET', `${base}/members`)
    const idOf = (uid: string) => body.find((member: { uid: string }) => member.uid === uid).id as string
    return { ada: `${base}/members/${idOf('ada')}`, grace: `${base}/members/${idOf('grace')}` }
  }
  const owners = () =>
    run(api.storeUrl, `select from millrace.memberships where organization_id = $1 and 'owner' = any(roles)`, [
      organization,
    ])
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()

  it.each<[string, (members: { ada: string; grace: string }) => Promise<Answer>[]]>([
    [
      'demote each other',
      ({ ada, grace }) => [
        api.call('ada', 'PUT', grace, { roles: ['viewer'] }),
        api.call('grace', 'PUT', ada, { roles: ['viewer'] }),
      ],
    ],
    ['remove each other', ({ ada, grace }) => [api.call('ada', 'DELETE', grace), api.call('grace', 'DELETE', ada)]],
    [
      'demote and remove each other',
      ({ ada, grace }) => [api.call('ada', 'PUT', grace, { roles: ['editor'] }), api.call('grace', 'DELETE', ada)],
    ],
    ['both leave', ({ ada, grace }) => [api.call('ada', 'DELETE', ada), api.call('grace', 'DELETE', grace)]],
    [
      'both step down',
      ({ ada, grace }) => [
        api.call('ada', 'PUT', ada, { roles: ['admin'] }),
        api.call('grace', 'PUT', grace, { roles: ['admin'] }),
      ],
    ],
    [
      'leave, while the other one’s account is deleted',
      ({ ada }) => [
        api.call('ada', 'DELETE', ada),
        api.call('grace', 'POST', '/v1/users/me/deletion', { organization_ids: [] }),
      ],
    ],
  ])('two owners %s, and one remains', async (_, act) => {
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all(act(await withTwoOwners()))
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect([403, 404, 409]).toContain(answers.find(({ status }) => status >= 300)?.status)
      expect(await owners()).toHaveLength(1)
    }
  })

  it('the last owner cannot leave, step down, or delete the account without the organization', async () => {
    await join(api, organization, 'grace', ['admin'])
    const { body } = await api.call('ada', 'GET', `${base}/members`)
    const path = `${base}/members/${body.find((member: { uid: string }) => member.uid === 'ada').id}`
    expect(await api.call('ada', 'DELETE', path)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } })
    expect(await api.call('ada', 'PUT', path, { roles: ['admin'] })).toMatchObject({ status: 409 })
    expect(await api.call('ada', 'POST', '/v1/users/me/deletion', { organization_ids: [] })).toMatchObject({
      status: 409,
      body: { code: 'SOLE_OWNER' },
    })
    expect(await owners()).toHaveLength(1)
  })

  describe('an invitation', () => {
    const invite = async (roles: string[]) => {
      const { body } = await api.call('ada', 'POST', `${base}/invitations`, { email: 'bob@example.com', roles })
      return { id: body.id as string, token: new URL(body.url).searchParams.get('token') ?? '' }
    }
    const accept = (as: string, token: string) => api.call(as, 'POST', '/v1/invitations/accept', { token })
    const members = () =>
      run(api.storeUrl, 'select from millrace.memberships where organization_id = $1', [organization])

    it('accepted many times makes one member', async () => {
      const { token } = await invite(['viewer'])
      const answers = await Promise.all(Array.from({ length: 50 }, () => accept('bob', token)))
      expect(statuses(answers)).toEqual([200, ...Array<number>(49).fill(409)])
      expect(await members()).toHaveLength(2)
    })

    it('accepted and revoked is one of the two', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await found()
        const { id, token } = await invite(['editor'])
        const [accepted, revoked] = await Promise.all([
          accept('bob', token),
          api.call('ada', 'DELETE', `${base}/invitations/${id}`),
        ])
        const isMember = (await members()).length === 2
        expect(accepted.status).toBe(isMember ? 200 : 410)
        expect(revoked.status).toBe(isMember ? 404 : 204)
      }
    })

    it('is for its address alone, in any case of its letters', async () => {
      const { token } = await invite(['viewer'])
      const accepting = async (email: string, verified = true) => {
        const authorization = `Bearer ${await api.mint.mint({ sub: 'bob', email, email_verified: verified })}`
        return api.call(null, 'POST', '/v1/invitations/accept', { token }, { authorization })
      }
      for (const other of ['mallory@example.com', 'bob@example.com.evil.example', 'bob@examp1e.com', 'bоb@example.com'])
        expect(await accepting(other)).toMatchObject({ status: 403, body: { code: 'INVITATION_FOR_ANOTHER' } })
      expect(await accepting('bob@example.com', false)).toMatchObject({
        status: 403,
        body: { code: 'EMAIL_NOT_VERIFIED' },
      })
      expect((await accepting('BOB@Example.com')).status).toBe(200)
    })

    it('gives no more than the inviter may give when it is accepted', async () => {
      const { token } = await invite(['owner'])
      await run(api.storeUrl, `update millrace.memberships set roles = '{admin}' where organization_id = $1`, [
        organization,
      ])
      expect(await accept('bob', token)).toMatchObject({ status: 410, body: { code: 'INVITATION_REVOKED' } })
    })

    it.each([
      ['above one’s own', ['owner']],
      ['hidden among lesser ones', ['viewer', 'owner']],
      ['that nobody knows', ['root']],
      ['of another kind', ['__proto__']],
    ])('with a role %s is not made', async (_, roles) => {
      await join(api, organization, 'carl', ['admin'])
      const answer = await api.call('carl', 'POST', `${base}/invitations`, { email: 'dora@example.com', roles })
      expect([403, 422]).toContain(answer.status)
      expect(
        await run(api.storeUrl, 'select from millrace.invitations where organization_id = $1', [organization]),
      ).toEqual([])
    })
  })

  it('a flow changed by many who saw the same version is changed by one, and the others are shown it', async () => {
    const credentials = { host: 'db.example', user: 'etl', password: 's3cret', dbname: 'dw' }
    const integration = await api.call('ada', 'POST', `${base}/integrations`, {
      name: 'I',
      type: 'postgres',
      credentials,
    })
    const draft = { name: 'C', type: 'postgres', integration_id: integration.body.id, config: {} }
    const { body: connection } = await api.call('ada', 'POST', `${base}/connections`, draft)
    const ends = { source_connection: { id: connection.id }, destination_connection: { id: connection.id } }
    const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, { name: 'F', ...ends })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        api.call('ada', 'PATCH', `${base}/flows/${flow.id}`, { name: `by ${number}` }, { 'if-match': '"1"' }),
      ),
    )
    expect(statuses(answers)).toEqual([200, ...Array<number>(9).fill(409)])
    const winner = answers.find(({ status }) => status === 200)?.body.name
    for (const { status, body } of answers)
      if (status === 409)
        expect(body).toMatchObject({ code: 'FLOW_CHANGED', details: { flow: { name: winner, version: 2 } } })
  })
})
