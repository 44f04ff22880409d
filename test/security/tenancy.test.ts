import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../src/contract/route.ts'
import { ROUTES } from '../../src/contract/routes.ts'
import { isAllowed, PERMISSIONS, type Permission, ROLES } from '../../src/core/catalog/permissions.ts'
import { openDatabase } from '../../src/server/store/database.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } }

const routes = Object.entries(ROUTES as Record<string, Route>)
const organizationRoutes = routes.filter(([, { path }]) => path.includes(':orgId'))
const fill = (path: string, organization: string, child: string) =>
  path.replace(':orgId', organization).replace(/:\w+/g, child)

/** One call for each permission; deleting the organization would end the others. */
const decided = (Object.keys(PERMISSIONS) as Permission[]).flatMap((permission): [Permission, Route][] => {
  const row = organizationRoutes.find(([, { access, events }]) => access === permission && !events)
  return row && permission !== 'organization.delete' ? [[permission, row[1]]] : []
})

describe('an organization', () => {
  let api: Api
  let owned: string
  let children: Record<string, string>

  beforeAll(async () => {
    api = await startApi()
    owned = await api.organizationOf('owner')
    await api.organizationOf('outsider')
    children = await populate(owned)
  })
  afterAll(() => api.stop())

  async function populate(organization: string) {
    const base = `/v1/organizations/${organization}`
    const credentials = { host: 'db.example', user: 'etl', password: 's3cret', dbname: 'dw' }
    const integration = await api.call('owner', 'POST', `${base}/integrations`, {
      name: 'I',
      type: 'postgres',
      credentials,
    })
    const draft = { name: 'C', type: 'postgres', integration_id: integration.body.id, config: {} }
    const connection = await api.call('owner', 'POST', `${base}/connections`, draft)
    const ends = { source_connection: { id: connection.body.id }, destination_connection: { id: connection.body.id } }
    const flow = await api.call('owner', 'POST', `${base}/flows`, { name: 'F', ...ends })
    const started = await api.call('owner', 'POST', `${base}/flows/${flow.body.id}/run`)
    expect(started.status).toBe(202)
    const invited = await api.call('owner', 'POST', `${base}/invitations`, {
      email: 'new@example.com',
      roles: ['viewer'],
    })
    // What only a payment page or a Google consent would leave behind.
    await run(
      api.storeUrl,
      `insert into millrace.subscriptions (organization_id, plan_id, status) values ($1, 'team', 'active')`,
      [organization],
    )
    await run(
      api.storeUrl,
      `insert into millrace.google_consents (state_hash, organization_id, user_uid, integration_name, browser_hash, code_verifier)
       values ('\\x01', $1, 'owner', 'G', '\\x02', 'v')`,
      [organization],
    )
    return {
      integrationId: integration.body.id,
      connectionId: connection.body.id,
      flowId: flow.body.id,
      runId: started.body.run_id,
      invitationId: invited.body.id,
    } as Record<string, string>
  }

  it.each(organizationRoutes)('answers an outsider to %s as if it did not exist', async (_, { method, path }) => {
    const child = children[/:orgId.*:(\w+)/.exec(path)?.[1] ?? ''] ?? ABSENT
    const foreign = await api.call('outsider', method, fill(path, owned, child), method === 'GET' ? undefined : {})
    const absent = await api.call('outsider', method, fill(path, ABSENT, child), method === 'GET' ? undefined : {})
    expect(foreign).toMatchObject(NOT_FOUND)
    expect(absent.body).toEqual(foreign.body)
  })

  it.each(organizationRoutes)('asks for a sign-in on %s', async (_, { method, path }) => {
    expect((await api.call(null, method, fill(path, owned, ABSENT))).status).toBe(401)
  })

  it('does not reach into another through its own path', async () => {
    const mine = await api.organizationOf('outsider', 'second')
    for (const [name, { method, path }] of organizationRoutes) {
      const childName = /:orgId.*:(\w+)/.exec(path)?.[1]
      const child = childName && children[childName]
      if (!child) continue
      const { status, body } = await api.call(
        'outsider',
        method,
        fill(path, mine, child),
        method === 'PATCH' ? {} : undefined,
      )
      // What is not built yet answers before it looks; a list of runs of a foreign flow is an empty list.
      expect([404, 501], `${name} → ${status} ${JSON.stringify(body)}`).toContain(
        name === 'listFlowRuns' && body.runs.length === 0 ? 404 : status,
      )
    }
  })

  it('takes no foreign ids inside a body', async () => {
    const mine = await api.organizationOf('outsider', 'third')
    const base = `/v1/organizations/${mine}`
    const draft = { name: 'C', type: 'postgres', integration_id: children['integrationId'], config: {} }
    const message = 'Integration not found'
    expect(await api.call('outsider', 'POST', `${base}/connections`, draft)).toMatchObject({
      status: 422,
      body: { message },
    })
    expect(await api.call('outsider', 'POST', `${base}/connections/test`, draft)).toMatchObject({
      status: 422,
      body: { message },
    })
    const ends = {
      source_connection: { id: children['connectionId'] },
      destination_connection: { id: children['connectionId'] },
    }
    expect(await api.call('outsider', 'POST', `${base}/flows`, { name: 'F', ...ends })).toMatchObject({
      status: 422,
      body: { message: 'Connection not found' },
    })
  })

  it.each(['garbage', `${ABSENT}'`, '%2e%2e%2f', ABSENT.replaceAll('-', '')])(
    'has no member with the id %s',
    async (id) => {
      expect((await api.call('owner', 'GET', `/v1/organizations/${owned}/flows/${id}`)).status).toBe(404)
    },
  )

  describe.each(ROLES)('as %s', (role) => {
    it.each(decided)('decides on %s by the permission table', async (permission, { method, path }) => {
      const uid = `a-${role}`
      await api.call(uid, 'POST', '/v1/users/sync-profile')
      await run(
        api.storeUrl,
        'insert into millrace.memberships (organization_id, user_uid, roles) values ($1, $2, $3) on conflict do nothing',
        [owned, uid, [role]],
      )
      const { status } = await api.call(
        uid,
        method,
        fill(path, owned, ABSENT),
        method === 'GET' ? undefined : { unknown: true },
      )
      expect(status === 403).toBe(!isAllowed([role], permission))
    })
  })

  it('is invisible to a query that forgot whose it is', async () => {
    const role = await migrate(api.storeUrl)
    const database = openDatabase({ databaseUrl: api.storeUrl, role, onError: () => undefined })
    const other = await api.organizationOf('outsider', 'fourth')
    const tables = await run<{ name: string }>(
      api.storeUrl,
      `select table_name as name from information_schema.columns
       where table_schema = 'millrace' and column_name = 'organization_id' order by 1`,
    )
    expect(tables.length).toBeGreaterThan(5)
    try {
      for (const { name } of tables) {
        const own = await database.inOrganization(owned, (query) =>
          query(`select from ${name} where organization_id = $1`, [owned]),
        )
        const foreign = await database.inOrganization(other, (query) =>
          query(`select from ${name} where organization_id = $1`, [owned]),
        )
        const nobody = await database.asUser('nobody', (query) => query(`select from ${name}`))
        expect({ name, foreign: foreign.length, nobody: nobody.length }).toEqual({ name, foreign: 0, nobody: 0 })
        if (name !== 'run_log') expect({ name, seen: own.length > 0 }).toEqual({ name, seen: true })
      }
      await expect(
        database.inOrganization(other, (query) =>
          query("insert into run_log (organization_id, run_id, level, message) values ($1, $2, 'info', 'x')", [
            owned,
            children['runId'],
          ]),
        ),
      ).rejects.toThrow('row-level security')
    } finally {
      await database.close()
    }
  })
})
