import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABSENT, exampleBody } from '../../src/contract/example-body.ts'
import { OPERATIONS, type Operation } from '../../src/contract/requests/operations.ts'
import { isAllowed, type Permission, ROLES } from '../../src/core/catalog/permissions.ts'
import { PEOPLE_ONLY } from '../../src/core/catalog/service-keys.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { alsoNeeded, queryOf } from './inhabited-organization.ts'

const ofOrganizations = OPERATIONS.filter(
  ({ path, access }) => path.includes(':orgId') && !path.endsWith(':orgId') && access !== 'signed-in',
)
const ofPeople = OPERATIONS.filter(({ access }) => access === 'signed-in')
const KEY_ROLES = ROLES.filter((role) => role !== 'owner')

/** Calls of which the permission is not the whole of what they need. */
const FOR_PEOPLE: readonly string[] = ['startBatch', 'createView', 'updateView', 'deleteView']

/** Every call with keys of every role, with and without a limit to a flow. */
describe('a key', () => {
  let api: Api
  let organization: string
  let flowId: string
  const keys = new Map<string, string>()

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    organization = await api.organizationOf('owner')
    const base = `/v1/organizations/${organization}`
    const post = async (path: string, body: object) => (await api.call('owner', 'POST', `${base}/${path}`, body)).body
    const integration = await post('integrations', {
      ...{ name: 'I', type: 'postgres' },
      credentials: { host: 'db.example', user: 'etl', password: 's3cret', dbname: 'dw' },
    })
    const { id } = await post('connections', {
      ...{ name: 'C', type: 'postgres', integration_id: integration.id, config: {} },
    })
    const flow = await post('flows', { name: 'F', source_connection: { id }, destination_connection: { id } })
    flowId = flow.id
    for (const role of KEY_ROLES) {
      keys.set(role, (await post('service-members', { name: role, role })).key)
      keys.set(`limited ${role}`, (await post('service-members', { name: role, role, flow_ids: [flow.id] })).key)
    }
  })
  afterAll(() => api.stop())

  it('is refused beside a second one, in whichever order, so that nothing between sees another caller than the server', async () => {
    const valid = ['authorization', `Bearer ${keys.get('admin')}`]
    const path = `/v1/organizations/${organization}/flows`
    const status = async (...headers: string[][]) =>
      (await api.fetch(null, path, { headers: headers as [string, string][] })).status
    expect(await status(valid)).toBe(200)
    for (const other of [['authorization', 'Bearer other'], ['authorization', 'Basic YTpi'], valid])
      expect([await status(valid, other), await status(other, valid)]).toEqual([401, 401])
  })

  async function ask(key: string, row: Operation, flow = ABSENT) {
    const filled = row.path.replace(':orgId', organization).replace(':flowId', flow).replace(/:\w+/g, ABSENT)
    const path = `${filled}${queryOf(row.name)}`
    const headers = { authorization: `Bearer ${keys.get(key)}` }
    if (row.events) {
      const answer = await api.fetch(null, path, { headers })
      await answer.body?.cancel()
      return { status: answer.status, code: undefined }
    }
    const body = row.method === 'GET' ? undefined : exampleBody(row)
    const answer = await api.call(null, row.method, path, body, headers)
    return { status: answer.status, code: answer.body?.code as string | undefined }
  }

  it.each(KEY_ROLES)('of the role %s may what the role may, but for what only people may', async (role) => {
    for (const row of ofOrganizations) {
      const { status } = await ask(role, row)
      const mayNot =
        !isAllowed([role], row.access as Permission) ||
        !isAllowed([role], alsoNeeded(row.name)) ||
        PEOPLE_ONLY.includes(row.access as Permission) ||
        FOR_PEOPLE.includes(row.name)
      expect({ call: row.name, isRefused: status === 403 }).toEqual({ call: row.name, isRefused: mayNot })
      expect(status).not.toBe(500)
    }
  })

  it.each(KEY_ROLES)('of the role %s that is limited to a flow may no call about anything else', async (role) => {
    for (const row of ofOrganizations) {
      const { status, code } = await ask(`limited ${role}`, row)
      const isOfFlow = /:(flowId|runId)/.test(row.path)
      if (row.withinFlows === 'filtered') expect(status, row.name).toBe(200)
      else if (isOfFlow) expect([403, 404], row.name).toContain(status)
      else expect({ call: row.name, status }).toEqual({ call: row.name, status: 403 })
      if (isOfFlow && status === 403) expect(code).not.toBe('KEY_LIMITED')
    }
  })

  it('that is limited to a flow runs, tries and reads it, and changes nothing of it', async () => {
    const done: string[] = []
    for (const row of ofOrganizations.filter(({ path }) => path.includes(':flowId'))) {
      const { status, code } = await ask('limited admin', row, flowId)
      expect([404, 500], row.name).not.toContain(status)
      if (code !== 'KEY_LIMITED') done.push(row.access)
      else expect(status).toBe(403)
    }
    expect(new Set(done)).toEqual(new Set(['flow.read', 'flow.run', 'run.data', 'run.read']))
  })

  it('that is limited to a flow changes no table at the destination by the way it repeats a run', async () => {
    const headers = { authorization: `Bearer ${keys.get('limited admin')}` }
    // Of the test before, or else a new one.
    await api.call('owner', 'POST', `/v1/organizations/${organization}/flows/${flowId}/run`)
    const { body: listed } = await api.call('owner', 'GET', `/v1/organizations/${organization}/runs?dry=no`)
    const [{ id }] = listed.runs
    const repeat = (path: string, sent?: object) =>
      api.call(null, 'POST', `/v1/organizations/${organization}/runs/${id}/${path}`, sent, headers)
    const cause = { entity: 'public.orders', column: 'name', rule: 'is too long' }
    for (const mend of [{ kind: 'widen', type: 'text' }, { kind: 'empty' }])
      expect((await repeat('rejected-rows/replay', { ...cause, mend })).body.code).toBe('KEY_LIMITED')
    expect((await repeat('retry?new_columns=take')).body.code).toBe('KEY_LIMITED')
    expect((await repeat('retry')).body.code).toBe('NOTHING_TO_RETRY')
  })

  it('that is limited to a flow, or of the role runner, compares its mirror and copies tables again, and neither starts, pauses nor ends it', async () => {
    const expected = [
      ['mirror', { wanted: 'on' }, 403],
      ['mirror', { wanted: 'paused' }, 403],
      ['mirror', { wanted: 'off' }, 403],
      ['mirror/tables', { entity: 'public.orders', action: 'pause' }, 403],
      ['mirror/tables', { entity: 'public.orders', action: 'resume' }, 403],
      ['mirror/cut-over', { action: 'prove' }, 403],
      ['mirror/cut-over', { action: 'abort' }, 403],
      // This flow has no mirror.
      ['mirror/tables', { entity: 'public.orders', action: 'copy' }, 409],
      ['mirror/compare', {}, 409],
    ] as const
    for (const key of ['limited admin', 'runner']) {
      const headers = { authorization: `Bearer ${keys.get(key)}` }
      const found: unknown[] = []
      for (const [path, body] of expected) {
        const place = `/v1/organizations/${organization}/flows/${flowId}/${path}`
        found.push([path, body, (await api.call(null, 'POST', place, body, headers)).status])
      }
      expect(found).toEqual(expected)
    }
  })

  it('that is limited to a flow sees no runs of another by naming both', async () => {
    const headers = { authorization: `Bearer ${keys.get('limited admin')}` }
    const runs = `/v1/organizations/${organization}/runs`
    for (const search of [`flow=${flowId}&flow=${ABSENT}`, `flow=${ABSENT}&flow=${flowId}`])
      expect(await api.call(null, 'GET', `${runs}?${search}`, undefined, headers)).toMatchObject({
        status: 400,
        body: { details: { field: 'flow' } },
      })
    expect((await api.call(null, 'GET', `${runs}?flow=${flowId.toUpperCase()}`, undefined, headers)).status).toBe(200)
  })

  it('is nobody who has a profile, an account or organizations of their own', async () => {
    for (const row of ofPeople)
      expect({ call: row.name, status: (await ask('admin', row)).status }).toEqual({
        call: row.name,
        status: row.name === 'listOrganizations' ? 200 : 403,
      })
  })
})
