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

/** An organization of a person with flows. */
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
  const start = (body: object, by = uid) => api.call(by, 'POST', `${base}/batches`, { flow_ids: flows, ...body })
  const list = async () => (await api.call(uid, 'GET', `${base}/batches`)).body
  const over = () => expect.poll(async () => (await list())[0].waiting, { timeout: 20_000 }).toBe(0)
  const statuses = async () =>
    (
      await run<{ status: string }>(api.storeUrl, 'select status from millrace.runs where flow_id = any($1)', [flows])
    ).map(({ status }) => status)
  return { base, flows, start, list, over, statuses }
}

it('runs every flow that somebody has chosen, also more than may otherwise wait, and tells how far it is', async () => {
  const count = DEFAULT_RUN_LIMITS.waiting + 10
  const { flows, start, list, over, statuses } = await inhabit('ada', count)

  expect((await start({})).status).toBe(202)
  await over()

  expect(await statuses()).toEqual(flows.map(() => 'queued'))
  expect(await list()).toMatchObject([{ flows: count, waiting: 0, running: count, failures: [], asked_by: 'ada' }])
})

it('names its flows, and gives them an owner of the organization, or none', async () => {
  const { base, flows, start, over } = await inhabit('olga', 2)
  const { body } = await start({ change: { owner: { uid: 'olga' } } })
  await over()
  expect((await api.call('olga', 'GET', `${base}/batches/${body.id}/flows`)).body).toEqual(flows)
  expect((await api.call('olga', 'GET', `${base}/flows/${flows[0]}`)).body.owner).toMatchObject({ uid: 'olga' })

  await start({ change: { owner: null } })
  await over()
  expect((await api.call('olga', 'GET', `${base}/flows/${flows[0]}`)).body.owner).toBeUndefined()
  await start({ change: { owner: { uid: 'nobody' } } })
  await over()
  expect((await api.call('olga', 'GET', `${base}/batches`)).body[0].failures).toHaveLength(2)
  expect((await api.call('olga', 'GET', `${base}/batches/${flows[0]}/flows`)).status).toBe(404)
})

it('tells which flows could not be started and why; the others run', async () => {
  const { base, flows, start, list, over } = await inhabit('bob', 3)
  await api.call('bob', 'PATCH', `${base}/flows/${flows[1]}`, { enabled: false })
  await start({})
  await over()

  const [batch] = await list()
  expect(batch).toMatchObject({ running: 2 })
  expect(batch.failures).toMatchObject([{ flow_id: flows[1], name: 'Flow 2', error: { code: 'FLOW_DISABLED' } }])
})

it('cancels what it has started, and is forgotten once nothing waits', async () => {
  const { base, flows, start, list, over, statuses } = await inhabit('carl', 4)
  const { body } = await start({})
  await over()

  expect((await api.call('carl', 'POST', `${base}/batches/${body.id}/cancel`)).status).toBe(204)
  expect(await statuses()).toEqual(flows.map(() => 'cancelled'))
  expect(await list()).toMatchObject([{ running: 0 }])
  expect((await api.call('carl', 'DELETE', `${base}/batches/${body.id}`)).status).toBe(204)
  expect(await list()).toEqual([])
})

it('changes schedules, tags, freshness and switches of many flows, each as a version of its flow', async () => {
  const { base, flows, start, list, over } = await inhabit('dora', 2)
  await api.call('dora', 'PATCH', `${base}/flows/${flows[0]}`, { tags: ['Old', 'shop'] })
  await start({
    change: {
      schedule: { cron: '0 6 * * *', timezone: 'UTC' },
      add_tags: ['nightly'],
      remove_tags: ['old'],
      freshness_minutes: 90,
      enabled: false,
    },
  })
  await over()

  expect((await list())[0].failures).toEqual([])
  const { body } = await api.call('dora', 'GET', `${base}/flows/${flows[0]}`)
  expect(body).toMatchObject({ enabled: false, freshness_minutes: 90, tags: ['nightly', 'shop'] })
  expect(body.config.schedule).toMatchObject({ cron: '0 6 * * *' })
})

it('refuses a schedule that cannot be read, a role that may not, and a key', async () => {
  const { base, flows, start } = await inhabit('eve', 1)
  await api.organizationOf('runner')
  const wrong = await start({ change: { schedule: { cron: 'soon', timezone: 'UTC' } } })
  expect(wrong.status).toBe(422)
  await run(
    api.storeUrl,
    `insert into millrace.memberships (organization_id, user_uid, roles) select organization_id, 'runner', '{runner}' from millrace.flows where id = $1`,
    [flows[0]],
  )
  expect((await start({ change: { enabled: false } }, 'runner')).status).toBe(403)
  expect((await api.call('eve', 'DELETE', `${base}/batches/${flows[0]}`)).status).toBe(404)
})

it('does nothing for somebody whose role has ended meanwhile, and goes on after a process that was killed', async () => {
  const { flows, list, over } = await inhabit('finn', 2)
  // As a process leaves it that is killed after the call: noted, with nothing done.
  await run(
    api.storeUrl,
    `with batch as (
       insert into millrace.batches (organization_id, asked_by, caller) select organization_id, who, '{}'
       from millrace.flows, unnest('{gone,finn}'::text[]) who where id = $1 returning id, organization_id)
     insert into millrace.batch_flows (batch_id, organization_id, flow_id, position)
     select batch.id, organization_id, flow, 1 from batch, unnest($2::uuid[]) flow`,
    [flows[0], flows],
  )
  await run(api.storeUrl, `select pg_notify('millrace_batches', '')`)
  await over()

  await expect
    .poll(async () => (await list()).reduce((sum: number, { waiting }: { waiting: number }) => sum + waiting, 0))
    .toBe(0)
  const codes = (await list()).flatMap(({ failures }: { failures: { error: { code: string } }[] }) =>
    failures.map(({ error }) => error.code),
  )
  expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN'])
})
