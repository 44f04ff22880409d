import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { deleteOrganization } from '../../src/server/domain/organizations/delete-organization.ts'
import { cancelRun } from '../../src/server/domain/runs/cancel-run.ts'
import { endRun } from '../../src/server/domain/runs/end-run.ts'
import { type Database, openDatabase, type Query } from '../../src/server/store/database/database.ts'
import { findRun } from '../../src/server/store/runs/runs.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

/** Longer than the scheduler needs to notice a due flow, and than Postgres waits before it looks for a deadlock. */
const PAUSE_MS = 2_500

const ADA = { uid: 'ada', email: 'ada@example.com', emailVerified: true, signedInAt: 0, expiresAt: 0 }

/** As if the process had no processor for a while just after it had changed the run. */
const slowly =
  (query: Query): Query =>
  async (sql, values) => {
    const rows = await query(sql, values)
    if (/update runs set/.test(sql)) await delay(PAUSE_MS)
    return rows as never
  }

describe('a flow that is due at the moment at which its run ends', () => {
  let api: Api
  let database: Database
  let organizationId: string
  let flowId: string
  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
    organizationId = await api.organizationOf('ada')
    const base = `/v1/organizations/${organizationId}`
    const { body } = await api.call('ada', 'POST', `${base}/flows`, {
      source_connection: { id: await addPostgresConnection(api, 'ada', base, 'postgres') },
      destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'postgres') },
      config: { streams: [], transformations: [], schedule: { cron: '0 0 1 1 *', timezone: 'UTC' } },
    })
    flowId = body.id
  })
  afterAll(async () => {
    await database.close()
    await api.stop()
  })

  const start = async (): Promise<string> =>
    (await api.call('ada', 'POST', `/v1/organizations/${organizationId}/flows/${flowId}/run`)).body.run_id
  const comesDue = () =>
    run(
      api.storeUrl,
      `with due as (update millrace.flows set due_at = date_trunc('minute', now()) returning id)
       select pg_notify('millrace_schedules', '') from due`,
    )
  /** No run, once the scheduler has started or left out the one that was due. */
  const quiet = async () => {
    const isPlanned = async () =>
      (await run<{ is_planned: boolean }>(api.storeUrl, 'select due_at > now() as is_planned from millrace.flows'))[0]
    await expect.poll(isPlanned, { timeout: 15_000 }).toEqual({ is_planned: true })
    await run(api.storeUrl, 'delete from millrace.runs')
  }
  const statusOf = async (id: string) =>
    (await run<{ status: string }>(api.storeUrl, 'select status from millrace.runs where id = $1', [id]))[0]?.status

  it('lets the run end as it ended', async () => {
    const id = await start()
    await run(api.storeUrl, `update millrace.runs set status = 'running', attempt = 1, started_at = now()`)
    const ending = database.asSystem(async (query) => {
      const found = await findRun(query, organizationId, id)
      if (!found) throw new Error('there is no run')
      const changes = { columns: [], streams: [], totals: found.totals, servers: {} }
      await endRun(slowly(query), found, changes, { status: 'succeeded' })
    })
    await delay(PAUSE_MS / 5)
    await comesDue()
    await expect(ending).resolves.toBeUndefined()
    expect(await statusOf(id)).toBe('succeeded')
  })

  it('lets a person cancel the run', async () => {
    await quiet()
    const id = await start()
    const slow: Database = {
      ...database,
      inOrganization: (organization, work) => database.inOrganization(organization, (query) => work(slowly(query))),
    }
    const cancelling = cancelRun(slow, { organizationId, account: 'ada', roles: ['owner'], person: ADA }, id)
    await delay(PAUSE_MS / 5)
    await comesDue()
    await expect(cancelling).resolves.toMatchObject({ status: 'cancelled' })
  })

  it('lets an owner delete the organization', async () => {
    await quiet()
    await start()
    const slow: Database = { ...database, asSystem: (work) => database.asSystem((query) => work(slowly(query))) }
    const deleting = deleteOrganization(slow, { organizationId, account: 'ada', roles: ['owner'], person: ADA })
    await delay(PAUSE_MS / 5)
    await comesDue()
    await expect(deleting).resolves.toBeUndefined()
  })
})
