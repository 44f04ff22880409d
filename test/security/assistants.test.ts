import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { exampleBody } from '../../src/contract/example-body.ts'
import { FOR_MODELS } from '../../src/contract/for-models.ts'
import { OPERATIONS } from '../../src/contract/requests/operations.ts'
import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

describe('the key of an assistant', { timeout: 120_000 }, () => {
  let api: Api
  let base: string
  let flowId: string
  let key: string

  beforeAll(async () => {
    ;({ api, base } = await startShop())
    await run(urlOfDatabase(api, 'shop'), 'create table orders as select n as id from generate_series(1, 10) n')
    const [source, destination] = [
      await addPostgresConnection(api, 'ada', base, 'shop'),
      await addPostgresConnection(api, 'ada', base, 'warehouse'),
    ]
    const flow = {
      ...{ name: 'Orders', source_connection: { id: source }, destination_connection: { id: destination } },
      config: { streams: [{ entity: 'public.orders', target: 'public.orders' }] },
    }
    flowId = (await api.call('ada', 'POST', `${base}/flows`, flow)).body.id
    const member = { name: 'Assistant', role: 'admin', needs_approval: true }
    const { body } = await api.call('ada', 'POST', `${base}/service-members`, member)
    key = body.key
  })
  afterAll(() => api.stop())

  const withKey = (method: string, path: string, body?: unknown) =>
    api.call(null, method, path, body, { authorization: `Bearer ${key}` })
  async function ended(runId: string) {
    for (;;) {
      const { body } = await api.call('ada', 'GET', `${base}/runs/${runId}`)
      if (!['queued', 'running', 'committing'].includes(body.status)) return body
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  async function dryRun() {
    const { body } = await withKey('POST', `${base}/flows/${flowId}/dry-run`)
    expect(await ended(body.run_id)).toMatchObject({ status: 'succeeded', dry: true })
    return body.run_id as string
  }
  const startApproved = (runId: string) => withKey('POST', `${base}/runs/${runId}/run-approved`)
  const approve = (runId: string, as = 'ada') => api.call(as, 'POST', `${base}/runs/${runId}/approval`)

  it('may make no call that is not for models, whatever its role', async () => {
    const others = OPERATIONS.filter(
      ({ name, path, access }) => path.includes(':orgId') && access !== 'signed-in' && !FOR_MODELS.includes(name),
    )
    expect(others.length).toBeGreaterThan(40)
    for (const row of others) {
      const path = row.path.replace('/v1/organizations/:orgId', base).replace(/:\w+/g, flowId)
      const { status } = await withKey(row.method, path, row.method === 'GET' ? undefined : exampleBody(row))
      expect({ call: row.name, status }).toEqual({ call: row.name, status: 403 })
    }
  })

  it('runs a flow only by a dry run that a person has approved, once, while the flow is the same', async () => {
    const tried = await dryRun()
    expect(await startApproved(tried)).toMatchObject({ status: 409, body: { code: 'NOT_APPROVED' } })
    expect(await withKey('POST', `${base}/runs/${tried}/approval`)).toMatchObject({ status: 403 })
    expect((await approve(tried)).status).toBe(204)
    const { body: approved } = await api.call('ada', 'GET', `${base}/runs/${tried}`)
    expect(approved.approval).toMatchObject({ by: expect.any(String), ends_at: expect.any(String), used_at: null })
    const started = await startApproved(tried)
    expect(started.status).toBe(202)
    expect(await ended(started.body.run_id)).toMatchObject({ status: 'succeeded', dry: false })
    expect(await run(urlOfDatabase(api, 'warehouse'), 'select count(*)::int as rows from orders')).toEqual([
      { rows: 10 },
    ])
    expect(await startApproved(tried)).toMatchObject({ status: 409, body: { code: 'NOT_APPROVED' } })

    const other = await dryRun()
    await approve(other)
    await api.call('ada', 'PATCH', `${base}/flows/${flowId}`, { name: 'Orders, changed' })
    expect(await startApproved(other)).toMatchObject({ status: 409, body: { code: 'FLOW_CHANGED' } })
    expect(await approve(other)).toMatchObject({ status: 409, body: { code: 'FLOW_CHANGED' } })
  })

  it('runs nothing when a connection points elsewhere since the dry run, or when who approved has left', async () => {
    const moved = await dryRun()
    await approve(moved)
    const [connection] = (await api.call('ada', 'GET', `${base}/connections`)).body
    await api.call('ada', 'PATCH', `${base}/connections/${connection.id}`, { name: 'Another' })
    expect(await startApproved(moved)).toMatchObject({ status: 409, body: { code: 'CONNECTION_CHANGED' } })
    expect(await approve(moved)).toMatchObject({ status: 409, body: { code: 'CONNECTION_CHANGED' } })

    const left = await dryRun()
    await approve(left)
    await run(api.storeUrl, `update millrace.run_approvals set approved_by = 'nobody' where run_id = $1`, [left])
    expect(await startApproved(left)).toMatchObject({ status: 409, body: { code: 'NOT_APPROVED' } })
  })

  it('has no use of an approval that is a day old, or of a run that was no dry run', async () => {
    const old = await dryRun()
    await approve(old)
    await run(
      api.storeUrl,
      `update millrace.run_approvals set approved_at = now() - interval '25 hours' where run_id = $1`,
      [old],
    )
    expect(await startApproved(old)).toMatchObject({ status: 409, body: { code: 'NOT_APPROVED' } })
    const { body } = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`, {})
    await ended(body.run_id)
    expect(await approve(body.run_id)).toMatchObject({ status: 409, body: { code: 'NOT_APPROVABLE' } })
    expect(await approve(body.run_id, 'eve')).toMatchObject({ status: 404 })
  })
})
