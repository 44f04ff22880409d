import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABSENT } from '../../src/contract/example-body.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { migrate } from '../../src/server/store/database/migrate.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { readEvents } from '../support/read-events.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { type Children, inhabit } from './inhabited-organization.ts'

describe('an organization', () => {
  let api: Api
  let owned: string
  let children: Children
  /** The outsider's own organization, with a connection of its own. */
  let base: string
  let connection: string

  beforeAll(async () => {
    api = await startApi()
    owned = await api.organizationOf('owner')
    children = await inhabit(api, owned)
    base = `/v1/organizations/${await api.organizationOf('outsider')}`
    connection = await addPostgresConnection(api, 'outsider', base, api.postgres.database)
  })
  afterAll(() => api.stop())

  const own = () => ({ id: connection })
  const flow = async () =>
    (await api.call('outsider', 'POST', `${base}/flows`, { source_connection: own(), destination_connection: own() }))
      .body.id as string

  it.each<[string, (id: unknown) => Promise<{ status: number; body: unknown }>, string]>([
    [
      'integration of a new connection',
      (integration_id) =>
        api.call('outsider', 'POST', `${base}/connections`, {
          name: 'C',
          type: 'postgres',
          integration_id,
          config: {},
        }),
      'integrationId',
    ],
    [
      'integration of a test before saving',
      (integration_id) =>
        api.call('outsider', 'POST', `${base}/connections/test`, { type: 'postgres', integration_id }),
      'integrationId',
    ],
    [
      'integration to connect again with Google',
      (id) => api.call('outsider', 'GET', `${base}/integrations/google/auth/start?integration_id=${id}`),
      'integrationId',
    ],
    [
      'source of a new flow',
      (id) =>
        api.call('outsider', 'POST', `${base}/flows`, { source_connection: { id }, destination_connection: own() }),
      'connectionId',
    ],
    [
      'destination of a new flow',
      (id) =>
        api.call('outsider', 'POST', `${base}/flows`, { source_connection: own(), destination_connection: { id } }),
      'connectionId',
    ],
    [
      'source of a changed flow',
      async (id) => api.call('outsider', 'PATCH', `${base}/flows/${await flow()}`, { source_connection: { id } }),
      'connectionId',
    ],
    [
      'source of a preview',
      (id) =>
        api.call('outsider', 'POST', `${base}/flows/preview`, { source: { id }, stream: 's', transformations: [] }),
      'connectionId',
    ],
    [
      'id in the body of a changed connection',
      (id) => api.call('outsider', 'PATCH', `${base}/connections/${connection}`, { id }),
      'connectionId',
    ],
    [
      'flow of an alert channel',
      (id) =>
        api.call('outsider', 'POST', `${base}/alert-channels`, {
          kind: 'email',
          recipients: ['ops@example.com'],
          events: ['failed'],
          flow_ids: [id],
        }),
      'flowId',
    ],
    [
      'id in the body of a renamed organization',
      (id) => api.call('outsider', 'PUT', base, { id, name: 'Mine' }),
      'flowId',
    ],
  ])('takes no foreign id as the %s, and answers as if there were none', async (_, refer, child) => {
    const foreign = await refer(children[child])
    const absent = await refer(ABSENT)
    expect([404, 422, 501]).toContain(foreign.status)
    expect({ status: foreign.status, body: foreign.body }).toEqual({ status: absent.status, body: absent.body })
    for (const malformed of ['x', [children[child]], { id: children[child] }, null, 1]) {
      const { status, body } = await refer(malformed)
      expect([404, 422, 501]).toContain(status)
      expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
    }
  })

  it('shows nothing of another in lists, sums and logs', async () => {
    const lists = [
      'alert-channels',
      'alert-deliveries',
      'integrations',
      'flows',
      'invitations',
      'members',
      'runs',
      'audit',
      'dashboard',
      'billing/status',
    ]
    for (const list of lists) {
      const text = JSON.stringify((await api.call('outsider', 'GET', `${base}/${list}`)).body)
      for (const [name, id] of Object.entries(children)) expect(text, `${name} in ${list}`).not.toContain(id)
    }
    const { body } = await api.call('outsider', 'GET', `${base}/dashboard`)
    expect(body.totals).toMatchObject({ runs: 0, rows_written: 0 })
  })

  it('is found by its id in capital letters, too, and is the same one', async () => {
    const shouted = await api.call('owner', 'GET', `/v1/organizations/${owned.toUpperCase()}/flows`)
    expect(shouted.body).toEqual((await api.call('owner', 'GET', `/v1/organizations/${owned}/flows`)).body)
  })

  it('keeps its runs to its own connections, even when a job was forged', async () => {
    const flowId = await flow()
    await run(api.storeUrl, 'update millrace.flows set config = $2 where id = $1', [
      flowId,
      { streams: [{ entity: 'public.none', mode: 'replace' }], transformations: [] },
    ])
    // What the run was asked for is written down when it starts; then somebody changes it.
    await run(
      api.storeUrl,
      `create or replace function forge() returns trigger language plpgsql as $$ begin
         new.flow_snapshot = jsonb_set(new.flow_snapshot, '{sourceConnectionId}', '"${children['connectionId']}"');
         return new; end $$;
       create trigger forge before insert on millrace.runs for each row execute function forge()`,
    )
    try {
      const started = await api.call('outsider', 'POST', `${base}/flows/${flowId}/run`)
      const events = await readEvents(
        await api.fetch('outsider', `${base}/runs/${started.body.run_id}/events`),
        ({ event, data }) => event === 'run' && data.finished_at !== null,
      )
      expect(events.at(-1)?.data).toMatchObject({ status: 'failed', error: { code: 'NOT_FOUND' } })
    } finally {
      await run(api.storeUrl, 'drop trigger forge on millrace.runs')
    }
  })

  it('is invisible to a query that forgot whose it is', async () => {
    const { role } = await migrate(api.storeUrl)
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
        const seenBy = (organization: string) =>
          database.inOrganization(organization, (query) =>
            query(`select from ${name} where organization_id = $1`, [owned]),
          )
        const nobody = await database.asUser('nobody', (query) => query(`select from ${name}`))
        const seen = {
          own: (await seenBy(owned)).length > 0,
          foreign: (await seenBy(other)).length,
          nobody: nobody.length,
        }
        expect({ name, ...seen }).toEqual({ name, own: true, foreign: 0, nobody: 0 })
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
