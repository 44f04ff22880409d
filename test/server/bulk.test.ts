import { afterAll, beforeAll, expect, it } from 'vitest'

import { DEFAULT_RUN_LIMITS } from '../../src/core/catalog/runs/run-limits.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

/** An organization of a person with a connection to the test's server, and flows from it to itself. */
async function inhabit(uid: string, count: number) {
  const base = `/v1/organizations/${await api.organizationOf(uid)}`
  const connection = await addPostgresConnection(api, uid, base, 'postgres')
  const rows = await run<{ id: string }>(
    api.storeUrl,
    `insert into millrace.flows (organization_id, name, source_connection_id, destination_connection_id, config)
     select organization_id, 'Flow ' || n, id, id, '{"streams":[],"transformations":[]}'
     from millrace.connections, generate_series(1, $2::int) n where connections.id = $1 returning id`,
    [connection, count],
  )
  const flows = rows.map(({ id }) => id)
  const perform = (...calls: object[]) => api.call(uid, 'POST', `${base}/bulk`, { calls })
  const statuses = async (ids: readonly string[]) =>
    (
      await run<{ status: string }>(api.storeUrl, 'select status from millrace.runs where flow_id = any($1)', [ids])
    ).map(({ status }) => status)
  return { base, connection, flows, perform, statuses }
}

it('starts every flow that somebody has chosen, also more than may otherwise wait', async () => {
  const count = DEFAULT_RUN_LIMITS.waiting + 10
  const { flows, perform, statuses } = await inhabit('ada', count)

  const { status, body } = await perform({ call: 'runFlow', ids: flows })

  expect(status).toBe(200)
  expect(body.outcomes.filter((outcome: { error?: object }) => outcome.error)).toEqual([])
  expect(body.outcomes).toHaveLength(count)
  expect(await statuses(flows)).toEqual(flows.map(() => 'queued'))
})

it('goes on with all of them after the caller has gone', async () => {
  const { base, flows, statuses, connection } = await inhabit('gone', 20)
  const calls = [
    { call: 'runFlow', ids: flows },
    { call: 'testConnection', ids: [connection] },
  ]
  const caller = new AbortController()
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ calls }) }
  const asked = api.fetch('gone', `${base}/bulk`, { ...init, signal: caller.signal })
  await expect.poll(async () => (await statuses(flows)).length).toBeGreaterThan(0)
  caller.abort()
  await asked

  expect(await statuses(flows)).toEqual(flows.map(() => 'queued'))
  const { body } = await api.call('gone', 'GET', `${base}/connections`)
  expect(body).toMatchObject([{ last_test: { ok: true } }])
})

it('tells of each what came of it; one that fails does not stop the others', async () => {
  const { flows, perform } = await inhabit('bob', 3)
  const [first, second, third] = flows
  await perform({ call: 'updateFlow', ids: [second], body: { enabled: false } })

  const { body } = await perform({ call: 'runFlow', ids: flows }, { call: 'deleteFlow', ids: [first] })

  const of = (call: string, id: string | undefined) =>
    body.outcomes.find((outcome: { call: string; id: string }) => outcome.call === call && outcome.id === id)
  expect(of('runFlow', first)).toEqual({ call: 'runFlow', id: first, status: 202 })
  expect(of('runFlow', second)).toMatchObject({ status: 409, error: { code: 'FLOW_DISABLED' } })
  expect(of('runFlow', third)).toMatchObject({ status: 202 })
  expect(of('deleteFlow', first)).toMatchObject({ status: 204 })
})

it('tests and deletes connections, each as if it were asked for alone', async () => {
  const { base, perform } = await inhabit('eve', 0)
  const connections = [
    await addPostgresConnection(api, 'eve', base, 'postgres'),
    await addPostgresConnection(api, 'eve', base, 'nowhere'),
  ]

  const tested = await perform({ call: 'testConnection', ids: connections })
  expect(tested.body.outcomes.map(({ status }: { status: number }) => status).toSorted()).toEqual([200, 422])

  const deleted = await perform({ call: 'deleteConnection', ids: connections })
  expect(deleted.body.outcomes.map(({ status }: { status: number }) => status)).toEqual([204, 204])
})

it('allows nobody what a single call would refuse', async () => {
  const { base, flows, perform } = await inhabit('owner', 2)
  await run(
    api.storeUrl,
    `insert into millrace.memberships (organization_id, user_uid, roles) select organization_id, 'bob', '{viewer}' from millrace.flows where id = $1`,
    [flows[0]],
  )

  const asViewer = await api.call('bob', 'POST', `${base}/bulk`, { calls: [{ call: 'runFlow', ids: flows }] })
  expect(asViewer.body.outcomes).toMatchObject([{ status: 403 }, { status: 403 }])

  const others = await inhabit('stranger', 1)
  const foreign = await perform({ call: 'runFlow', ids: others.flows })
  expect(foreign.body.outcomes).toMatchObject([{ status: 404 }])
})
