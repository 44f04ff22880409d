import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('a flow that starts after others', { timeout: 60_000 }, () => {
  let api: Api
  let others: Api[]
  let base: string
  let ends: object

  beforeAll(async () => {
    api = await startApi()
    // Each of them looks for flows to start.
    others = await Promise.all([1, 2].map(() => startApi({ takesRuns: false, beside: api })))
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    await run(
      urlOfDatabase(api, 'shop'),
      `create table good as select 1 as id;
       create function refuse() returns int language plpgsql as $$ begin raise exception 'not now' using errcode = '42501'; end $$;
       create view bad as select refuse() as id;
       create view slow as select 1 as id from pg_sleep(2)`,
    )
    ends = await addEnds(api, base)
  })
  afterAll(async () => {
    for (const other of others) await other.stop()
    await api.stop()
  })

  let flows = 0
  const save = (path: string, method: string, name: string, table: string, config: object) =>
    api.call('ada', method, `${base}/flows${path}`, {
      name,
      ...(method === 'POST' && ends),
      config: {
        streams: [{ entity: `public.${table}`, target: `${table}_${++flows}` }],
        transformations: [],
        ...config,
      },
    })
  const addFlow = async (name: string, after?: object, table = 'good'): Promise<string> => {
    const { status, body } = await save('', 'POST', name, table, { ...(after && { after }) })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  const afterAllOf = (...ids: string[]) => ({ flows: ids.map((id) => ({ id })), when: 'all_succeeded' })
  const afterAnyOf = (...ids: string[]) => ({ ...afterAllOf(...ids), when: 'any_ended' })
  const startRun = async (id: string, how = 'run') =>
    (await api.call('ada', 'POST', `${base}/flows/${id}/${how}`)).body.run_id as string
  const ended = (runId: string) => endedRun(api, base, runId)
  const runNow = async (id: string, how = 'run') => ended(await startRun(id, how))
  const runsOf = async (id: string) =>
    (await api.call('ada', 'GET', `${base}/flows/${id}/runs`)).body.runs as Record<string, unknown>[]
  const untilRuns = async (id: string, count: number) => {
    await expect.poll(async () => (await runsOf(id)).length, { timeout: 20_000 }).toBe(count)
    for (const { id: runId } of await runsOf(id)) await ended(String(runId))
    return runsOf(id)
  }
  /** Whatever starts has started: a flow that starts after the same one has run. */
  const settled = async (id: string) => {
    const witness = await addFlow('Witness', afterAnyOf(id))
    return async () => {
      await untilRuns(witness, 1)
    }
  }

  it('starts once when all of them have succeeded, says after which runs, and waits for all of them again', async () => {
    const [orders, customers] = [await addFlow('Orders'), await addFlow('Customers')]
    const report = await addFlow('Report', afterAllOf(orders, customers))

    const first = await runNow(orders)
    const isSettled = await settled(customers)
    await runNow(orders)
    expect(await runsOf(report)).toEqual([])
    const last = await runNow(customers)
    await isSettled()

    const [started, ...more] = await untilRuns(report, 1)
    expect(more).toEqual([])
    expect(started).toMatchObject({ trigger: 'flow', triggered_by: null, status: 'succeeded' })
    const after = started?.['started_after'] as { run_id: string }[]
    expect(after).toMatchObject([{ flow_name: 'Orders' }, { flow_name: 'Customers', run_id: last.id }])
    expect(after[0]?.run_id).not.toBe(first.id)
    const { body: log } = await api.call('ada', 'GET', `${base}/runs/${started?.['id']}/log`)
    expect(log.lines[0].message).toBe('Started after “Orders” and “Customers”.')
    const { body: filtered } = await api.call('ada', 'GET', `${base}/runs?trigger=flow&flow=${report}`)
    expect(filtered.runs).toHaveLength(1)

    await runNow(customers)
    expect(await runsOf(report)).toHaveLength(1)
    await runNow(orders)
    await untilRuns(report, 2)
  })

  it('does not start after a failure, a dry run or a cancelled run; with “any ended” it starts after the failure', async () => {
    const bad = await addFlow('Bad', undefined, 'bad')
    const slow = await addFlow('Slow', undefined, 'slow')
    const careful = await addFlow('Careful', { ...afterAllOf(bad), when: undefined })
    const anyway = await addFlow('Anyway', afterAnyOf(bad, slow))

    await runNow(bad, 'dry-run')
    const cancelled = await startRun(slow)
    await api.call('ada', 'POST', `${base}/runs/${cancelled}/cancel`)
    await ended(cancelled)
    const { id } = await runNow(bad)

    expect((await untilRuns(anyway, 1))[0]).toMatchObject({ started_after: [{ flow_id: bad, run_id: id }] })
    expect(await runsOf(careful)).toEqual([])
  })

  it('is one link of a chain', async () => {
    const first = await addFlow('First')
    const second = await addFlow('Second', afterAllOf(first))
    const third = await addFlow('Third', afterAllOf(second))
    await runNow(first)
    await untilRuns(third, 1)
  })

  it('waits while it runs itself, and starts as soon as it can', async () => {
    const orders = await addFlow('Orders')
    const report = await addFlow('Report', afterAllOf(orders), 'slow')
    const own = await startRun(report)
    await runNow(orders)
    expect(await runsOf(report)).toHaveLength(1)
    await ended(own)
    expect((await untilRuns(report, 2))[0]).toMatchObject({ trigger: 'flow', status: 'succeeded' })
  })

  it('does not start while it is switched off, nor because of what ended meanwhile', async () => {
    const [orders, customers] = [await addFlow('Orders'), await addFlow('Customers')]
    const report = await addFlow('Report', afterAllOf(orders, customers))
    const set = (enabled: boolean) => api.call('ada', 'PATCH', `${base}/flows/${report}`, { enabled })
    await runNow(orders)
    await set(false)
    await runNow(customers)
    await set(true)
    const isSettled = await settled(customers)
    await runNow(customers)
    await isSettled()
    expect(await runsOf(report)).toEqual([])
    await runNow(orders)
    await untilRuns(report, 1)
  })

  it('records why it could not start', async () => {
    const orders = await addFlow('Orders')
    const step = { id: 's', type: 'filter', settings: {} }
    const { body: report } = await save('', 'POST', 'Unfinished', 'good', {
      ...{ transformations: [step], after: afterAllOf(orders) },
    })
    await runNow(orders)
    expect((await untilRuns(report.id, 1))[0]).toMatchObject({
      ...{ trigger: 'flow', status: 'failed', error: { code: 'STEP_UNFINISHED' } },
      started_after: [{ flow_name: 'Orders' }],
    })
  })

  it('starts once after each end, although several servers look for it at the same moment', async () => {
    const orders = await addFlow('Orders')
    const step = { id: 's', type: 'filter', settings: {} }
    const reports = Array.from({ length: 24 }, async (_, number) => {
      const after = afterAllOf(orders)
      return (await save('', 'POST', `Report ${number}`, 'good', { transformations: [step], after })).body.id as string
    })
    const ids = await Promise.all(reports)
    await runNow(orders)
    for (const id of ids) await untilRuns(id, 1)
    for (const id of ids) expect(await runsOf(id)).toMatchObject([{ started_after: [{ flow_name: 'Orders' }] }])
  })

  it('is refused when saved, if flows would start each other or do not exist', async () => {
    const orders = await addFlow('Orders')
    const customers = await addFlow('Customers', afterAllOf(orders))
    const report = await addFlow('Report', afterAllOf(customers))
    const refused = async (after: object, as = 'ada', path = `/${orders}`) => {
      const answer = await api.call(as, 'PATCH', `${base}/flows${path}`, { config: { after } })
      expect(answer.status).toBe(422)
      return answer.body
    }
    expect(await refused(afterAllOf(report))).toMatchObject({
      code: 'FLOWS_IN_A_LOOP',
      message: 'These flows would start each other for ever: Orders → Customers → Report → Orders. Remove one of them.',
    })
    expect(await refused(afterAnyOf(orders.toUpperCase()))).toMatchObject({
      message: 'A flow cannot start after itself.',
    })
    expect(await refused(afterAllOf(customers, customers))).toMatchObject({
      details: { field: 'config.after.flows.1.id' },
    })
    expect(await refused({ flows: [] })).toMatchObject({ message: 'Choose at least one flow' })
    const foreign = `/v1/organizations/${await api.organizationOf('bob')}`
    const { body: theirs } = await api.call('bob', 'POST', `${foreign}/flows`, {
      source_connection: { id: await addPostgresConnection(api, 'bob', foreign, 'shop') },
      destination_connection: { id: await addPostgresConnection(api, 'bob', foreign, 'shop') },
    })
    expect(await refused(afterAllOf(theirs.id))).toMatchObject({
      code: 'FLOW_NOT_FOUND',
      details: { field: 'config.after.flows.0.id' },
    })
    expect((await api.call('ada', 'GET', `${base}/flows/${orders}`)).body.config.after).toBeUndefined()
  })

  it('never makes a loop of two changes at the same time', async () => {
    const [one, other] = [await addFlow('One'), await addFlow('Other')]
    const answers = await Promise.all([
      api.call('ada', 'PATCH', `${base}/flows/${one}`, { config: { after: afterAllOf(other) } }),
      api.call('ada', 'PATCH', `${base}/flows/${other}`, { config: { after: afterAllOf(one) } }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('keeps a deleted flow among those it waits for, can be saved with it, and starts again once it is restored', async () => {
    const orders = await addFlow('Orders')
    const report = await addFlow('Report', afterAllOf(orders))
    await api.call('ada', 'DELETE', `${base}/flows/${orders}`)
    const { body } = await api.call('ada', 'GET', `${base}/flows/${report}`)
    expect(body.config.after.flows).toEqual([{ id: orders }])
    expect((await save(`/${report}`, 'PATCH', 'Report 2', 'good', { after: afterAllOf(orders) })).status).toBe(200)

    expect((await api.call('ada', 'POST', `${base}/trash/${orders}/restore`)).status).toBe(200)
    await runNow(orders)
    await untilRuns(report, 1)
  })

  it('is not restored into a loop', async () => {
    const orders = await addFlow('Orders')
    const report = await addFlow('Report', afterAllOf(orders))
    await api.call('ada', 'DELETE', `${base}/flows/${report}`)
    expect((await save(`/${orders}`, 'PATCH', 'Orders', 'good', { after: afterAllOf(report) })).status).toBe(200)

    const { status, body } = await api.call('ada', 'POST', `${base}/trash/${report}/restore`)
    expect(status).toBe(422)
    expect(body.message).toContain('Report → Orders → Report')
    expect((await api.call('ada', 'GET', `${base}/flows/${report}`)).status).toBe(404)
  })

  it('is audited with the names of the flows', async () => {
    const orders = await addFlow('Orders')
    const report = await addFlow('Report')
    await api.call('ada', 'PATCH', `${base}/flows/${report}`, { config: { after: afterAllOf(orders) } })
    const { body } = await api.call('ada', 'GET', `${base}/audit`)
    expect(body.events[0]).toMatchObject({ action: 'flow.updated', target_id: report })
    expect(body.events[0].changes).toContainEqual({ path: ['after', 'flows'], kind: 'added', to: 'Orders' })
  })

  /** Ends the session that waits for a locked table in the middle of a transaction, as if its process had died. */
  const dies = async (table: string, statement: string, begin: () => Promise<unknown>) => {
    const holder = new pg.Client({ connectionString: api.storeUrl })
    await holder.connect()
    try {
      await holder.query(`begin; lock table millrace.${table} in share mode`)
      await begin()
      const waiting = () =>
        run<{ pid: number }>(
          api.storeUrl,
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '${statement}%'`,
        )
      await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0)
      for (const { pid } of await waiting()) await run(api.storeUrl, 'select pg_terminate_backend($1)', [pid])
    } finally {
      await holder.end()
    }
  }

  it('starts exactly once if a process dies while the run before ends, or while it starts', async () => {
    const orders = await addFlow('Orders')
    const report = await addFlow('Report', afterAllOf(orders))
    await dies('awaited_runs', 'with ended as', () => startRun(orders))
    await untilRuns(report, 1)
    expect(await runsOf(orders)).toMatchObject([{ status: 'succeeded' }])

    const pause = (isPaused: boolean) =>
      run(
        api.storeUrl,
        `update millrace.organizations set schedules_paused = ${isPaused}; select pg_notify('millrace_schedules', '')`,
      )
    await pause(true)
    await runNow(orders)
    expect(await runsOf(report)).toHaveLength(1)
    await dies('awaited_runs', 'delete from awaited_runs', () => pause(false))
    await pause(false)
    expect(await untilRuns(report, 2)).toMatchObject([{ trigger: 'flow' }, { trigger: 'flow' }])
    const waiting = await run(api.storeUrl, 'select from millrace.awaited_runs where flow_id = $1', [report])
    expect(waiting).toEqual([])
  })
})
