import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DEFAULT_RUN_LIMITS } from '../../src/core/catalog/runs/run-limits.ts'
import type { OwnRunLimits } from '../../src/server/domain/runs/run-limits.ts'
import { setRunLimits } from '../../src/server/domain/runs/set-run-limits.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

/** How long a test waits for what comes by itself, however busy the machine is. */
const PATIENCE = { timeout: 60_000 }
const LONGEST_MS = 180_000

/** Several flows of one person's organization between two databases of the test's server, each into a table of its own. */
async function addFlows(api: Api, uid: string, count: number, source: string, target: string) {
  return addFlowsTo(api, { uid, base: `/v1/organizations/${await api.organizationOf(uid)}` }, count, { source, target })
}

async function addFlowsTo(
  api: Api,
  { uid, base }: { uid: string; base: string },
  count: number,
  { source, target } = { source: 'postgres', target: 'postgres' },
) {
  const ends = {
    source_connection: { id: await addPostgresConnection(api, uid, base, source) },
    destination_connection: { id: await addPostgresConnection(api, uid, base, target) },
  }
  const flows = await run<{ id: string }>(
    api.storeUrl,
    `insert into millrace.flows (organization_id, name, source_connection_id, destination_connection_id, config)
     select organization_id, $3 || ' ' || n, $1, $2, jsonb_build_object('transformations', '[]'::jsonb, 'streams',
       jsonb_build_array(jsonb_build_object('entity', 'public.orders', 'target', 'orders_' || n, 'mode', 'replace')))
     from millrace.connections, generate_series(0, $4::int - 1) n where connections.id = $1 returning id`,
    [ends.source_connection.id, ends.destination_connection.id, uid, count],
  )
  const start = (flow: string | undefined) => api.call(uid, 'POST', `${base}/flows/${flow}/run`)
  return { base, flows: flows.map(({ id }) => id), start }
}

describe('the queue', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
  })
  afterAll(() => api.stop())

  it('gives organizations their turns in rotation, however many runs each has asked for', async () => {
    const ada = await addFlows(api, 'ada', 3, 'postgres', 'postgres')
    const bob = await addFlows(api, 'bob', 2, 'postgres', 'postgres')
    for (const flow of ada.flows) await ada.start(flow)
    for (const flow of bob.flows) await bob.start(flow)
    const waiting = async ({ base }: { base: string }, uid: string) =>
      (await api.call(uid, 'GET', `${base}/runs`)).body.runs.map((one: { waiting: object }) => one.waiting).toReversed()
    const behind = (before: number) => ({
      of: 'account',
      active: 0,
      allowed: DEFAULT_RUN_LIMITS.active,
      before,
      workers: 0,
    })
    expect(await waiting(ada, 'ada')).toEqual([behind(0), behind(2), behind(4)])
    expect(await waiting(bob, 'bob')).toEqual([behind(1), behind(3)])
    const order = await run<{ name: string }>(
      api.storeUrl,
      `select flows.name from millrace.run_queue join millrace.runs on runs.id = run_id join millrace.flows on flows.id = flow_id
       order by run_queue.turn, run_queue.queued_at`,
    )
    expect(order.map(({ name }) => name)).toEqual(['ada 0', 'bob 0', 'ada 1', 'bob 1', 'ada 2'])
  })

  it('gives a person with many organizations the same turns as one with a single one', async () => {
    const many = [
      await addFlows(api, 'mia', 2, 'postgres', 'postgres'),
      await addFlows(api, 'mia', 2, 'postgres', 'postgres'),
    ]
    const one = await addFlows(api, 'noa', 2, 'postgres', 'postgres')
    for (const { flows, start } of many) for (const flow of flows) await start(flow)
    for (const flow of one.flows) await one.start(flow)
    const order = await run<{ uid: string }>(
      api.storeUrl,
      `select user_uid as uid from millrace.run_queue join millrace.runs on runs.id = run_id
       join millrace.memberships on memberships.organization_id = runs.organization_id
       where user_uid in ('mia', 'noa') order by run_queue.turn, run_queue.queued_at`,
    )
    expect(order.map(({ uid }) => uid)).toEqual(['mia', 'noa', 'mia', 'noa', 'mia', 'mia'])
  })

  it(
    'has room for so many runs of one organization; schedules wait, and whoever asks for more is told what to do',
    async () => {
      const { base, flows, start } = await addFlows(api, 'eve', DEFAULT_RUN_LIMITS.waiting + 1, 'postgres', 'postgres')
      const [last = '', ...others] = flows.toReversed()
      const answers = await Promise.all(others.map(start))
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 202))

      expect(await start(last)).toMatchObject({
        status: 429,
        body: {
          code: 'QUEUE_FULL',
          message: expect.stringMatching(/^50 runs of this organization are waiting already, and at most 50 may\. /),
        },
      })
      expect((await start(others[0])).body).toMatchObject({ code: 'RUN_ALREADY_ACTIVE' })

      const config = { streams: [], transformations: [], schedule: { cron: '0 0 1 1 *', timezone: 'UTC' } }
      await api.call('eve', 'PATCH', `${base}/flows/${last}`, { config })
      const sql = (statement: string) => run<{ due: boolean }>(api.storeUrl, statement, [last])
      await expect
        .poll(() => sql('select from millrace.flows where id = $1 and due_at is not null'), PATIENCE)
        .toHaveLength(1)
      await sql(`with due as (update millrace.flows set due_at = date_trunc('minute', now()) where id = $1 returning id)
      select pg_notify('millrace_schedules', '') from due`)
      const runsOf = async (flow: string) => (await api.call('eve', 'GET', `${base}/flows/${flow}/runs`)).body.runs
      expect(await runsOf(last)).toEqual([])

      await api.call('eve', 'POST', `${base}/runs/${(await runsOf(others[0] ?? ''))[0].id}/cancel`)
      await run(api.storeUrl, `select pg_notify('millrace_schedules', '')`)
      await expect.poll(() => runsOf(last), PATIENCE).toMatchObject([{ trigger: 'schedule', status: 'queued' }])
    },
    LONGEST_MS,
  )
})

describe('limits of runs', () => {
  let api: Api
  let base: string
  beforeAll(async () => {
    api = await startApi({ takesRuns: false, environment: { LIMIT_ACTIVE_RUNS: '4', LIMIT_WAITING_RUNS: '3' } })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  const organization = () => base.split('/').at(-1) ?? ''
  const limits = (wanted: object) => api.call('ada', 'PUT', `${base}/run-limits`, wanted)
  const operator = async (wanted: OwnRunLimits) => {
    const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
    return setRunLimits(database, organization(), wanted).finally(() => database.close())
  }

  it('are those of the installation, until the operator sets others for an organization; its owners may only lower them', async () => {
    expect((await api.call('ada', 'GET', `${base}/run-limits`)).body).toEqual({
      ...{ active: null, waiting: null, allowed: { active: 4, waiting: 3 }, present: { active: 0, waiting: 0 } },
      ...{ shared: true, worker_classes: [] },
    })
    expect(await limits({ active: 5 })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/At most 4/), details: { field: 'active' } },
    })
    expect((await limits({ active: 2 })).body).toMatchObject({ active: 2, waiting: null })

    await operator({ active: 20, waiting: null })
    expect((await limits({ active: 15, waiting: 2 })).body).toMatchObject({
      ...{ active: 15, waiting: 2, allowed: { active: 20, waiting: 3 }, shared: false },
    })
    const { events } = (await api.call('ada', 'GET', `${base}/audit`)).body
    const changed = events.filter(({ action }: { action: string }) => action === 'organization.run_limits_changed')
    expect(JSON.stringify(changed)).toContain('millrace limits')
    expect(changed).toHaveLength(3)
  })

  it('hold at once, and whoever asks for more is told both numbers; a run says whose limit it waits for', async () => {
    await operator({ active: null, waiting: null })
    await limits({ active: 1, waiting: 2 })
    const own = await addFlowsTo(api, { uid: 'ada', base }, 3)
    expect((await own.start(own.flows[0])).status).toBe(202)
    expect((await own.start(own.flows[1])).status).toBe(202)
    expect(await own.start(own.flows[2])).toMatchObject({
      status: 429,
      body: {
        message: expect.stringMatching(/^2 runs of this organization are waiting already, and at most 2 may\. /),
      },
    })
    await run(
      api.storeUrl,
      `update millrace.run_queue set worker = gen_random_uuid() where run_id = (select id from millrace.runs where flow_id = $1)`,
      [own.flows[0]],
    )
    const { runs } = (await api.call('ada', 'GET', `${base}/flows/${own.flows[1]}/runs`)).body
    expect(runs).toMatchObject([{ waiting: { of: 'organization', active: 1, allowed: 1 } }])
  })
})

describe('workers', () => {
  let api: Api
  const masterKey = randomBytes(32)
  const workers: Api[] = []

  beforeAll(async () => {
    api = await startApi({ masterKey, takesRuns: false })
    for (const name of ['slow', 'quick', 'far', 'near']) await run(api.postgres.url, `create database ${name}`)
    await run(urlOfDatabase(api, 'slow'), 'create view orders as select 1 as id, pg_sleep(600)::text as slept')
    await run(urlOfDatabase(api, 'quick'), 'create table orders as select 1 as id')
  })
  afterAll(async () => {
    for (const worker of workers) await worker.stop()
    await api.stop()
  })

  it(
    'begin another organization’s run at once, while one has asked for all that it may and its runs take long',
    async () => {
      const ada = await addFlows(api, 'ada', 12, 'slow', 'far')
      const bob = await addFlows(api, 'bob', 1, 'quick', 'near')
      await Promise.all(ada.flows.map(ada.start))
      // More than enough hands for all of them, and all take hold at once.
      workers.push(...(await Promise.all([1, 2].map(() => startApi({ masterKey, beside: api })))))
      const countOf = async (status: string) =>
        (await run(api.storeUrl, 'select from millrace.runs where status = $1', [status])).length
      await expect.poll(() => countOf('running'), PATIENCE).toBe(DEFAULT_RUN_LIMITS.active)

      const { body: queued } = await api.call('ada', 'GET', `${ada.base}/runs?state=active`)
      const full = queued.runs.filter(
        ({ waiting }: { waiting?: { active: number } }) => waiting?.active === DEFAULT_RUN_LIMITS.active,
      )
      expect(full).toHaveLength(12 - DEFAULT_RUN_LIMITS.active)

      const { run_id: runId } = (await bob.start(bob.flows[0])).body
      expect(await endedRun(api, bob.base, runId, 'bob')).toMatchObject({ status: 'succeeded' })
      expect(await run(api.storeUrl, `select error from millrace.runs where status = 'failed'`)).toEqual([])
      expect([await countOf('running'), await countOf('queued')]).toEqual([
        DEFAULT_RUN_LIMITS.active,
        12 - DEFAULT_RUN_LIMITS.active,
      ])
    },
    LONGEST_MS,
  )

  it(
    'begin another account’s run at once, while one person has asked for endless runs in many organizations',
    async () => {
      const ben = await Promise.all([1, 2, 3].map(() => addFlows(api, 'ben', 3, 'slow', 'far')))
      await Promise.all(ben.flatMap(({ flows, start }) => flows.map(start)))
      const cleo = await addFlows(api, 'cleo', 1, 'quick', 'near')
      const { run_id: runId } = (await cleo.start(cleo.flows[0])).body
      await endedRun(api, cleo.base, runId, 'cleo')
      // One that waits for its next attempt takes no place, and another one begins.
      const active = `select from millrace.runs where account = 'ben' and status = 'running' and retry_at is null`
      await expect.poll(async () => (await run(api.storeUrl, active)).length, PATIENCE).toBe(DEFAULT_RUN_LIMITS.active)
    },
    LONGEST_MS,
  )
})
