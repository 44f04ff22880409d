import pg from 'pg'
import { expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { queuedRun, unendedRun } from '../support/queued-run.ts'
import { run } from '../support/run-sql.ts'
import { startApi } from '../support/start-api.ts'

it('a worker that slept between taking a run and claiming it leaves the run to whom it was given since', async () => {
  const api = await startApi()
  const sql = <Row extends object>(statement: string) => run<Row>(api.storeUrl, statement)
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(api.postgres.url.replace(/\/[^/]*$/, '/shop'), 'create table orders (id int)')
  const flow = {
    source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
    destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'warehouse') },
  }
  const { id: flowId } = (await api.call('ada', 'POST', `${base}/flows`, flow)).body
  const { run_id: runId } = (await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)).body
  const read = async () => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('succeeded')
  await sql(unendedRun(runId))

  // Holds the worker where a pause would: it has taken the run and not yet claimed it.
  const holder = new pg.Client({ connectionString: api.storeUrl })
  await holder.connect()
  await holder.query('begin; lock table millrace.runs in share mode')
  await sql(queuedRun(runId))
  const claims = () => sql(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update runs%'`)
  await expect.poll(async () => (await claims()).length, { timeout: 30_000 }).toBe(1)

  // Taken for dead, as another worker sees it that was given the run.
  await sql(`update millrace.run_queue set given = given + 1 where run_id = '${runId}'`)
  await holder.end()
  await expect.poll(async () => (await claims()).length, { timeout: 30_000 }).toBe(0)
  expect(await read()).toMatchObject({ status: 'queued', attempt: 0 })

  await sql(`update millrace.run_queue set worker = null where run_id = '${runId}'`)
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('succeeded')
  expect(await read()).toMatchObject({ attempt: 1 })
  await api.stop()
}, 120_000)
