import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('members and invitations', () => {
  let api: Api
  let organization: string
  let base: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
  })
  afterAll(() => api.stop())

  beforeEach(async () => {
    organization = await api.organizationOf('owner')
    base = `/v1/organizations/${organization}`
  })

  const invite = (as: string, uid: string, roles: string[]) =>
    api.call(as, 'POST', `${base}/invitations`, { email: `${uid}@example.com`, roles })
  const tokenOf = (answer: { body: { url: string } }) => new URL(answer.body.url).searchParams.get('token') ?? ''
  const accept = (as: string, token: string) => api.call(as, 'POST', '/v1/invitations/accept', { token })

  async function join(uid: string, roles: string[]): Promise<string> {
    expect((await accept(uid, tokenOf(await invite('owner', uid, roles)))).status).toBe(200)
    const { body } = await api.call('owner', 'GET', `${base}/members`)
    return body.find((member: { uid: string }) => member.uid === uid).id
  }

  it('lets the invited person join with the roles of the invitation, and says what the link is for', async () => {
    const invited = await invite('owner', 'bob', ['editor'])
    expect(invited).toMatchObject({
      status: 201,
      body: { email: 'bob@example.com', roles: ['editor'], status: 'pending', mailed: false },
    })
    const token = tokenOf(invited)
    expect((await api.call(null, 'GET', `/v1/invitations/preview?token=${token}`)).body).toEqual({
      organization_name: 'owner’s',
      email: 'bob@example.com',
      roles: ['editor'],
    })
    expect(await accept('bob', token)).toMatchObject({ status: 200, body: { id: organization, roles: ['editor'] } })
    expect((await api.call('owner', 'GET', `${base}/members`)).body).toMatchObject([
      { uid: 'owner', roles: ['owner'] },
      { uid: 'bob', email: 'bob@example.com', roles: ['editor'] },
    ])
    expect((await api.call('owner', 'GET', `${base}/invitations`)).body).toEqual([])
  })

  it('keeps only a hash of the link, and none of it in answers or logs', async () => {
    const token = tokenOf(await invite('owner', 'bob', ['viewer']))
    const rows = await run<{ dump: string }>(
      api.storeUrl,
      `select string_agg(invitations::text, '') as dump from millrace.invitations`,
    )
    const listed = await api.call('owner', 'GET', `${base}/invitations`)
    for (const text of [rows[0]?.dump ?? '', JSON.stringify(listed.body), api.logged.join()])
      expect(text).not.toContain(token)
  })

  it.each([
    ['somebody else', async () => 'mallory', 'INVITATION_FOR_ANOTHER', 403],
    [
      'after it was revoked',
      async () => {
        const { body } = await api.call('owner', 'GET', `${base}/invitations`)
        await api.call('owner', 'DELETE', `${base}/invitations/${body[0].id}`)
        return 'bob'
      },
      'INVITATION_REVOKED',
      410,
    ],
    [
      'after a week',
      async () => {
        await run(api.storeUrl, `update millrace.invitations set expires_at = now() - interval '1 s'`)
        return 'bob'
      },
      'INVITATION_EXPIRED',
      410,
    ],
    [
      'after the inviter was demoted',
      async () => {
        await run(api.storeUrl, `update millrace.memberships set roles = '{viewer}' where user_uid = 'owner'`)
        return 'bob'
      },
      'INVITATION_REVOKED',
      410,
    ],
    [
      'after a newer link was sent',
      async () => {
        const { body } = await api.call('owner', 'GET', `${base}/invitations`)
        await api.call('owner', 'POST', `${base}/invitations/${body[0].id}/resend`)
        return 'bob'
      },
      'INVITATION_UNKNOWN',
      404,
    ],
  ])('refuses %s', async (_, prepare, code, status) => {
    const token = tokenOf(await invite('owner', 'bob', ['admin']))
    const uid = await prepare()
    expect(await accept(uid, token)).toMatchObject({ status, body: { code, message: expect.any(String) } })
  })

  it('is accepted once, however many try at once', async () => {
    const token = tokenOf(await invite('owner', 'bob', ['viewer']))
    const answers = await Promise.all(Array.from({ length: 50 }, () => accept('bob', token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  })

  it.each([
    ['a role above one’s own', 'admin', ['owner'], 403],
    ['a role that nobody knows', 'admin', ['root'], 422],
    ['no role', 'admin', [], 422],
    ['anything as an editor', 'editor', ['viewer'], 403],
  ])('cannot be invited with %s', async (_, role, roles, status) => {
    await join('carl', [role])
    expect((await invite('carl', 'dora', roles)).status).toBe(status)
  })

  it('cannot be invited twice, nor when they are members', async () => {
    await invite('owner', 'bob', ['viewer'])
    expect(await invite('owner', 'BOB', ['viewer'])).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
    expect(await invite('owner', 'owner', ['viewer'])).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
  })

  it('changes roles, and takes them away at once', async () => {
    const carl = await join('carl', ['editor'])
    expect(await api.call('owner', 'PUT', `${base}/members/${carl}`, { roles: ['viewer'] })).toMatchObject({
      status: 200,
      body: { roles: ['viewer'] },
    })
    expect((await api.call('carl', 'GET', `${base}/integrations`)).status).toBe(200)
    expect((await api.call('owner', 'DELETE', `${base}/members/${carl}`)).status).toBe(204)
    expect((await api.call('carl', 'GET', `${base}/integrations`)).status).toBe(404)
  })

  it('lets an admin touch nobody above, and nobody raise themselves', async () => {
    const carl = await join('carl', ['admin'])
    const { body } = await api.call('carl', 'GET', `${base}/members`)
    const owner = body.find((member: { uid: string }) => member.uid === 'owner').id
    expect((await api.call('carl', 'PUT', `${base}/members/${owner}`, { roles: ['viewer'] })).status).toBe(403)
    expect((await api.call('carl', 'DELETE', `${base}/members/${owner}`)).status).toBe(403)
    expect((await api.call('carl', 'PUT', `${base}/members/${carl}`, { roles: ['owner'] })).status).toBe(403)
  })

  it('lets members leave, but never the last owner', async () => {
    const carl = await join('carl', ['viewer'])
    expect((await api.call('carl', 'DELETE', `${base}/members/${carl}`)).status).toBe(204)
    const { body } = await api.call('owner', 'GET', `${base}/members`)
    const own = body[0].id
    expect(await api.call('owner', 'DELETE', `${base}/members/${own}`)).toMatchObject({
      status: 409,
      body: { code: 'LAST_OWNER' },
    })
    expect(await api.call('owner', 'PUT', `${base}/members/${own}`, { roles: ['admin'] })).toMatchObject({
      status: 409,
    })
  })

  it('keeps one owner when two demote each other at the same moment', async () => {
    for (let round = 0; round < 20; round++) {
      organization = await api.organizationOf('owner')
      base = `/v1/organizations/${organization}`
      const second = await join('second', ['owner'])
      const { body } = await api.call('owner', 'GET', `${base}/members`)
      const answers = await Promise.all([
        api.call('owner', 'PUT', `${base}/members/${second}`, { roles: ['viewer'] }),
        api.call('second', 'PUT', `${base}/members/${body[0].id}`, { roles: ['viewer'] }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })
})
