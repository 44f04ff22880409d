import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { OVERLAP_HOURS } from '../../src/core/catalog/service-keys.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('a key', { timeout: 60_000 }, () => {
  let api: Api
  let base: string
  let ends: object
  let flowId: string

  beforeAll(async () => {
    api = await startApi()
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    await run(api.postgres.url, 'create database shop')
    const id = await addPostgresConnection(api, 'ada', base, 'shop')
    ends = { source_connection: { id }, destination_connection: { id } }
    flowId = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
  })
  afterAll(() => api.stop())

  const created = async (body: object = {}) => {
    const answer = await api.call('ada', 'POST', `${base}/service-members`, { name: 'CI', role: 'runner', ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body as { readonly id: string; readonly key: string; readonly key_start: string }
  }
  const withKey = (key: string, method: string, path: string, body?: unknown) =>
    api.call(null, method, `${base}${path}`, body, { authorization: `Bearer ${key}` })
  const listed = async (id: string) =>
    (await api.call('ada', 'GET', `${base}/service-members`)).body.find((row: { id: string }) => row.id === id)

  it('is shown once, is stored as a hash, and does what its role may', async () => {
    const { id, key, key_start } = await created()
    expect(key.startsWith(key_start)).toBe(true)
    expect(await listed(id)).not.toHaveProperty('key')
    const stored = await run(
      api.storeUrl,
      'select * from millrace.service_members s join millrace.users on uid = user_uid',
    )
    expect(JSON.stringify(stored)).not.toContain(key)

    const { status, body } = await withKey(key, 'POST', `/flows/${flowId}/run`, {})
    expect(status).toBe(202)
    expect((await withKey(key, 'GET', `/runs/${body.run_id}`)).body).toMatchObject({ flow_id: flowId, trigger: 'api' })
    expect(await withKey(key, 'PATCH', `/flows/${flowId}`, { name: 'Other' })).toMatchObject({ status: 403 })
    expect(await listed(id)).toMatchObject({ last_used_at: expect.any(String), last_used_from: expect.any(String) })
    expect(
      await api.call(null, 'GET', '/v1/organizations', undefined, { authorization: `Bearer ${key}` }),
    ).toMatchObject({
      status: 200,
      body: [{ name: expect.any(String), roles: ['runner'] }],
    })
  })

  it('is in the audit log and in versions under its own name, and in no list of people', async () => {
    const { key } = await created({ name: 'Deployments', role: 'editor' })
    const { body: flow } = await withKey(key, 'POST', '/flows', { name: 'By a program', ...ends })
    const { body: audit } = await api.call('ada', 'GET', `${base}/audit?action=flow.created`)
    expect(JSON.stringify(audit)).toContain('"Deployments"')
    const { body: versions } = await api.call('ada', 'GET', `${base}/flows/${flow.id}/versions`)
    expect(JSON.stringify(versions)).toContain('Deployments')
    expect((await api.call('ada', 'GET', `${base}/members`)).body).toHaveLength(1)
  })

  it('is refused at once when it was revoked, and by an event stream within two seconds', async () => {
    const { id, key } = await created({ role: 'viewer' })
    const stream = await api.fetch(null, `${base}/events`, { headers: { authorization: `Bearer ${key}` } })
    expect(stream.status).toBe(200)
    const ended = (async () => {
      for await (const _ of stream.body ?? []);
      return Date.now()
    })()
    expect((await api.call('ada', 'DELETE', `${base}/service-members/${id}`)).status).toBe(204)
    const revoked = Date.now()
    expect(await withKey(key, 'GET', '/flows')).toMatchObject({ status: 401, body: { code: 'KEY_INVALID' } })
    expect((await ended) - revoked).toBeLessThan(2_000)
    const left = await run(api.storeUrl, `select from millrace.users where uid = $1`, [`service:${id}`])
    expect(left).toEqual([])
  })

  it('is renewed: the one before is valid for a day, unless others know it', async () => {
    const { id, key } = await created({ role: 'viewer' })
    const renew = async (body: object = {}) =>
      (await api.call('ada', 'POST', `${base}/service-members/${id}/renew`, body)).body
    const { key: second, previous_until: until } = await renew()
    expect(Date.parse(until) - Date.now()).toBeGreaterThan((OVERLAP_HOURS - 1) * 3_600_000)
    for (const valid of [key, second]) expect((await withKey(valid, 'GET', '/flows')).status).toBe(200)
    const { key: third } = await renew({ keep_previous: false })
    for (const old of [key, second]) expect((await withKey(old, 'GET', '/flows')).status).toBe(401)
    expect((await withKey(third, 'GET', '/flows')).status).toBe(200)
  })

  it('says that it has expired, and is counted as used no more', async () => {
    const { id, key } = await created({ role: 'viewer', expires_in_days: 1 })
    await run(api.storeUrl, `update millrace.service_members set expires_at = now() - interval '1 s' where id = $1`, [
      id,
    ])
    expect(await withKey(key, 'GET', '/flows')).toMatchObject({ status: 401, body: { code: 'KEY_EXPIRED' } })
    expect(await listed(id)).toMatchObject({ last_used_at: null })
  })

  it('may no more than its maker at present, and nothing once the maker has gone, until somebody else renews it', async () => {
    const joins = async (uid: string, roles: string[]) => {
      const invited = await api.call('ada', 'POST', `${base}/invitations`, { email: `${uid}@example.com`, roles })
      const token = new URL(invited.body.url).searchParams.get('token')
      expect((await api.call(uid, 'POST', '/v1/invitations/accept', { token })).status).toBe(200)
      const { body: members } = await api.call('ada', 'GET', `${base}/members`)
      return members.find((member: { email?: string }) => member.email === `${uid}@example.com`).id as string
    }
    const memberId = await joins('grace', ['admin'])
    const { body: made } = await api.call('grace', 'POST', `${base}/service-members`, { name: 'Deploy', role: 'admin' })
    const { id, key } = made as { id: string; key: string }
    const changes = (name: string) => withKey(key, 'PATCH', `/flows/${flowId}`, { name })
    expect(await listed(id)).toMatchObject({ created_by: { uid: 'grace' } })
    expect((await changes('By an admin')).status).toBe(200)

    const demoted = await api.call('ada', 'PUT', `${base}/members/${memberId}`, { roles: ['runner'] })
    expect(demoted.status).toBe(200)
    expect(await changes('By a runner')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await withKey(key, 'GET', '/audit')).status).toBe(403)
    expect((await withKey(key, 'POST', `/flows/${flowId}/dry-run`, {})).status).toBe(202)

    expect((await api.call('ada', 'DELETE', `${base}/members/${memberId}`)).status).toBe(204)
    expect(await withKey(key, 'GET', '/flows')).toMatchObject({ status: 401, body: { code: 'KEY_WITHOUT_MAKER' } })
    expect(await listed(id)).toMatchObject({ maker_left: true })

    const renewal = { keep_previous: true, expires_in_days: null }
    const { body: renewed } = await api.call('ada', 'POST', `${base}/service-members/${id}/renew`, renewal)
    expect(renewed).toMatchObject({ created_by: { uid: 'ada' } })
    expect((await withKey(renewed.key, 'GET', '/audit')).status).toBe(200)
  })

  it('is revoked or taken over with the removal or demotion of its maker, in one call', async () => {
    const joins = async (uid: string) => {
      const invited = await api.call('ada', 'POST', `${base}/invitations`, {
        email: `${uid}@example.com`,
        roles: ['admin'],
      })
      const token = new URL(invited.body.url).searchParams.get('token')
      expect((await api.call(uid, 'POST', '/v1/invitations/accept', { token })).status).toBe(200)
      const { body: members } = await api.call('ada', 'GET', `${base}/members`)
      return members.find((member: { email?: string }) => member.email === `${uid}@example.com`).id as string
    }
    const makes = async (uid: string, name: string) =>
      (await api.call(uid, 'POST', `${base}/service-members`, { name, role: 'admin' })).body as {
        id: string
        key: string
      }
    const memberId = await joins('mary')
    const first = await makes('mary', 'First')
    const own = await api.call('mary', 'DELETE', `${base}/members/${memberId}?keys=take_over`)
    expect(own).toMatchObject({ status: 422, body: { details: { field: 'keys' } } })

    const demoted = await api.call('ada', 'PUT', `${base}/members/${memberId}`, {
      roles: ['viewer'],
      keys: 'take_over',
    })
    expect(demoted.status).toBe(200)
    expect(await listed(first.id)).toMatchObject({ created_by: { uid: 'ada' } })
    expect((await withKey(first.key, 'GET', '/audit')).status).toBe(200)

    await api.call('ada', 'PUT', `${base}/members/${memberId}`, { roles: ['admin'] })
    const second = await makes('mary', 'Second')
    await api.call('ada', 'PUT', `${base}/members/${memberId}`, { roles: ['viewer'] })
    const organizations = await api.call(null, 'GET', '/v1/organizations', undefined, {
      authorization: `Bearer ${second.key}`,
    })
    expect(organizations.body[0].roles).toEqual(['viewer'])

    expect((await api.call('ada', 'DELETE', `${base}/members/${memberId}?keys=revoke`)).status).toBe(204)
    expect((await withKey(second.key, 'GET', '/flows')).status).toBe(401)
    expect((await withKey(first.key, 'GET', '/flows')).status).toBe(200)
    const { body: audit } = await api.call('ada', 'GET', `${base}/audit`)
    const actions = audit.events.map(
      ({ action, target_name: name }: { action: string; target_name: string }) => `${action} ${name}`,
    )
    expect(actions).toEqual(expect.arrayContaining(['member.key-taken-over First', 'member.key-revoked Second']))
  })

  it('that is limited to a flow sees and runs that flow and its runs, and nothing else', async () => {
    const { body: other } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Other', ...ends })
    const { body: foreign } = await api.call('ada', 'POST', `${base}/flows/${other.id}/run`, {})
    const { key } = await created({ role: 'admin', flow_ids: [flowId] })
    expect((await withKey(key, 'GET', '/flows')).body.map(({ id }: { id: string }) => id)).toEqual([flowId])
    const { body: own } = await withKey(key, 'POST', `/flows/${flowId}/dry-run`, {})
    for (const path of [`/flows/${flowId}`, `/flows/${flowId}/runs`, `/runs/${own.run_id}`, `/runs?flow=${flowId}`])
      expect((await withKey(key, 'GET', path)).status, path).toBe(200)
    for (const path of [`/flows/${other.id}`, `/runs/${foreign.run_id}`, `/runs?flow=${other.id}`])
      expect((await withKey(key, 'GET', path)).status, path).toBe(404)
    for (const path of ['/runs', '/connections', '/integrations', '/members', '/audit', '/events'])
      expect(await withKey(key, 'GET', path), path).toMatchObject({ status: 403, body: { code: 'KEY_LIMITED' } })
  })

  describe('that a command line asks for', () => {
    const secret = (name: string) => `${name}-`.padEnd(43, 'x')
    const asked = async (name: string) => {
      const secret_hash = createHash('sha256').update(secret(name)).digest('hex')
      return (await api.call(null, 'POST', '/v1/key-requests', { secret_hash })).body.code as string
    }
    const fetched = (name: string) => api.call(null, 'POST', '/v1/key-requests/key', { secret: secret(name) })
    const over = { status: 404, body: { code: 'KEY_REQUEST_OVER' } }

    it('is handed over once, to whoever has the secret, and to nobody before a person has created it', async () => {
      const login_code = await asked('mine')
      expect(await fetched('mine')).toMatchObject({ status: 200, body: {} })
      const member = await created({ login_code, role: 'viewer', expires_in_days: 30 })
      expect(member).not.toHaveProperty('key')
      expect(await fetched('theirs')).toMatchObject(over)
      const { body } = await fetched('mine')
      expect(await withKey(body.key, 'GET', '/flows')).toMatchObject({ status: 200 })
      const days = (Date.parse((await listed(member.id)).expires_at) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(30)
      expect(await fetched('mine')).toMatchObject(over)
    })

    it.each([
      ['nobody waits', async () => 'BCDF-GHJK'],
      [
        'it was used',
        async () => {
          const code = await asked('used')
          await created({ login_code: code })
          return code
        },
      ],
      [
        'ten minutes are over',
        async () => {
          const code = await asked('late')
          await run(api.storeUrl, `update millrace.key_requests set expires_at = now() where code = $1`, [code])
          return code
        },
      ],
    ])('is not created for a code when %s, and neither is a program', async (_, codeOf) => {
      const login_code = await codeOf()
      const before = await api.call('ada', 'GET', `${base}/service-members`)
      const draft = { name: 'Terminal', role: 'viewer', login_code }
      expect(await api.call('ada', 'POST', `${base}/service-members`, draft)).toMatchObject({
        status: 422,
        body: { details: { field: 'login_code' } },
      })
      expect((await api.call('ada', 'GET', `${base}/service-members`)).body).toHaveLength(before.body.length)
    })

    it('is not handed over when its program was removed before', async () => {
      const { id } = await created({ login_code: await asked('removed') })
      await api.call('ada', 'DELETE', `${base}/service-members/${id}`)
      expect(await fetched('removed')).toMatchObject(over)
    })
  })

  it('never makes others, changes members or deletes the organization, whatever its role', async () => {
    const { id, key } = await created({ role: 'admin' })
    const refused = [
      ['POST', '/service-members', { name: 'Other', role: 'viewer' }],
      ['POST', `/service-members/${id}/renew`, {}],
      ['POST', '/invitations', { email: 'eve@example.com', roles: ['admin'] }],
    ] as const
    for (const [method, path, body] of refused)
      expect(await withKey(key, method, path, body), path).toMatchObject({ status: 403, body: { code: 'PEOPLE_ONLY' } })
    const asPerson = await api.call(
      null,
      'POST',
      '/v1/organizations',
      { name: 'Mine' },
      { authorization: `Bearer ${key}` },
    )
    expect(asPerson).toMatchObject({ status: 403, body: { code: 'PEOPLE_ONLY' } })
  })

  it('has at most the role admin, an end within ten years, and flows that exist', async () => {
    const wrong = [
      [{ role: 'owner' }, 'role'],
      [{ expires_in_days: 4_000 }, 'expires_in_days'],
      [{ flow_ids: [] }, 'flow_ids'],
    ] as const
    for (const [change, field] of wrong)
      expect(
        await api.call('ada', 'POST', `${base}/service-members`, { name: 'CI', role: 'viewer', ...change }),
      ).toMatchObject({ status: 422, body: { details: { field } } })
    const foreign = { name: 'CI', role: 'viewer', flow_ids: [crypto.randomUUID()] }
    expect((await api.call('ada', 'POST', `${base}/service-members`, foreign)).status).toBe(404)
  })
})
