import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { failingFlows, runBuckets, runTotals, worstFlows } from '../../src/server/store/dashboard/dashboard.ts'
import { APPLICATION_ROLE } from '../../src/server/store/database/application-role.ts'
import { type Database, openDatabase, type Query } from '../../src/server/store/database/database.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const MONTH = { length: '30d', bucket: 'day' } as const

let api: Api
let store: Database
let organization: string

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  organization = await api.organizationOf('ada')
  store = openDatabase({ databaseUrl: api.storeUrl, role: APPLICATION_ROLE, onError: () => {} })
  await fillHistory()
}, 60_000)
afterAll(async () => {
  await store.close()
  await api.stop()
})

/** How Postgres executes what a function asks for, as a member of the organization. */
async function planOf(ask: (query: Query) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  await store.inOrganization(organization, (query) =>
    ask(async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
      const found = await query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, values)
      lines.push(...found.map((line) => line['QUERY PLAN']))
      return [{}] as Row[]
    }),
  )
  return lines.join('\n')
}

it('counts the runs of a month without reading what each of them keeps of its flow', async () => {
  expect(await planOf((query) => runTotals(query, organization, MONTH, 0))).toContain(
    'Index Only Scan using runs_figures',
  )
  expect(await planOf((query) => runBuckets(query, organization, MONTH))).toContain(
    'Index Only Scan using runs_figures',
  )
})

it('finds the last run of each flow at the end of its history, without reading the history', async () => {
  const worst = await planOf((query) => worstFlows(query, organization, MONTH))
  expect(worst).toMatch(/Index (Only )?Scan using runs_\w+ on runs.*\n +Index Cond: \(flow_id = flows\.id\)/)
  expect(worst).not.toContain('Bitmap Heap Scan')
})

it('reads of the flows that fail only the last run, which the store remembers', async () => {
  const plan = await planOf((query) => failingFlows(query, organization))
  expect(plan).toMatch(/Index Scan using runs_pkey on runs.*\n +Index Cond: \(id = last_runs\.run_id\)/)
  expect(plan).not.toMatch(/(Seq|Bitmap Heap) Scan on runs/)
})

/** Flows with a month of runs each, a few of which failed, and fewer of which were dry. */
async function fillHistory(): Promise<void> {
  const sql = (statement: string) =>
    run(api.storeUrl, `set search_path = millrace; ${statement.replaceAll('$1', `'${organization}'`)}`)
  await sql(`insert into integrations (organization_id, name, type, credentials) values ($1, 'Shop', 'postgres', '{}')`)
  await sql(`insert into connections (organization_id, name, type, capability, integration_id)
    select $1, name, type, 'both', id from integrations`)
  await sql(`insert into flows (organization_id, name, source_connection_id, destination_connection_id, config)
    select $1, 'Flow ' || n, id, id, '{"streams":[],"transformations":[]}' from connections, generate_series(1, 200) n`)
  await sql(`insert into runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, started_at, finished_at, rows_written)
    select $1, id, 1, jsonb_build_object('config', repeat('x', 600)) || case when n % 40 = 0 then '{"dry":true}'::jsonb else '{}' end,
      'schedule', case when n % 20 = 0 then 'failed' else 'succeeded' end, at, at, at + interval '1 minute', 10
    from flows, generate_series(1, 100) n, lateral (select now() - n * interval '7 hours' as at) times`)
  await vi.waitFor(async () => {
    await run(api.storeUrl, 'vacuum analyze millrace.runs')
    // Not while another session may still see what was there before.
    expect(
      await run(
        api.storeUrl,
        `select from pg_class where oid = 'millrace.runs'::regclass and relallvisible < relpages`,
      ),
    ).toEqual([])
  }, 20_000)
}
