import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { migrate } from '../../src/server/store/database/migrate.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { makeStoreOfVersion } from '../support/store-of-version.ts'

const ORGANIZATION = '00000000-0000-4000-8000-000000000001'
const RUN = '00000000-0000-4000-8000-000000000002'
const base = `/v1/organizations/${ORGANIZATION}`

const stream = (entity: string, status: string, rows: number) => ({
  ...{
    entity,
    target: entity,
    status,
    rows_read: 300,
    rows_filtered: 0,
    rows_rejected: 0,
    rows_written: rows,
    bytes: 9,
  },
  ...(status === 'failed' && { error: { code: 'TABLE_BUSY', message: 'Somebody holds it.', stream: entity } }),
})
const PART = { entity: 'public.orders', from: '2026-01-01' }
const STREAMS = [stream('public.orders', 'succeeded', 300), stream('public.flaky', 'failed', 0)]

let api: Api

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

const ENDS = { sourceConnectionId: ORGANIZATION, destinationConnectionId: ORGANIZATION, config: { streams: [] } }

const insertRun = (storeUrl: string, id: string, snapshot: object) =>
  run(
    storeUrl,
    `insert into millrace.runs (id, organization_id, flow_id, flow_version, flow_snapshot, trigger, status, started_at, finished_at, streams, error)
     select $1, organization_id, id, 1, $2, 'person', 'failed', now(), now(), $3, $4 from millrace.flows`,
    [id, snapshot, JSON.stringify(STREAMS), STREAMS[1]?.error],
  )

/** A store as an earlier version has left it, with an organization and a flow. */
async function emptyStoreOf(version: string): Promise<string> {
  const name = `store_${version.slice(0, 4)}`
  await run(api.postgres.url, `create database ${name}`)
  const url = urlOfDatabase(api, name)
  await makeStoreOfVersion(url, version)
  const sql = (statement: string, values?: unknown[]) => run(url, statement, values)
  await sql(`set search_path = millrace;
    insert into users (uid, email) values ('ada', 'ada@example.com');
    insert into organizations (id, name) values ('${ORGANIZATION}', 'Old');
    insert into memberships (organization_id, user_uid, roles) values ('${ORGANIZATION}', 'ada', '{owner}');
    insert into integrations (organization_id, name, type, credentials) values ('${ORGANIZATION}', 'Shop', 'postgres', '{}');
    insert into connections (organization_id, name, type, capability, integration_id)
      select organization_id, 'Shop', 'postgres', 'both', id from integrations;
    insert into flows (organization_id, name, source_connection_id, destination_connection_id, config)
      select organization_id, 'Orders', id, id, '{"streams":[],"transformations":[]}' from connections`)
  return url
}

/** With a run of two tables, a dry one, and a comparison. */
async function storeOf(version: string): Promise<string> {
  const url = await emptyStoreOf(version)
  await insertRun(url, RUN, ENDS)
  await insertRun(url, '00000000-0000-4000-8000-000000000003', { ...ENDS, dry: true })
  await insertRun(url, '00000000-0000-4000-8000-000000000004', { ...ENDS, dry: true, verify: true })
  return url
}

describe('a store of an earlier version', () => {
  it('shows the runs of then as they were, each with its streams and what they come to', async () => {
    const storeUrl = await storeOf('0030-audit-changes.sql')
    const [before] = await run<object>(storeUrl, `select totals, rows_written from millrace.runs where id = '${RUN}'`)
    const backfill = { ...ENDS, only: [PART.entity], backfill: [PART] }
    await insertRun(storeUrl, '00000000-0000-4000-8000-000000000005', backfill)
    const newer = await startApi({ takesRuns: false, beside: { ...api, storeUrl } })
    try {
      const { body } = await newer.call('ada', 'GET', `${base}/runs/${RUN}`)
      expect(body.streams).toMatchObject(STREAMS)
      expect({ totals: body.totals, rows_written: String(body.rows_written) }).toEqual(before)
      expect(body.totals).toMatchObject({ streams: 2, succeeded: 1, failed: 1, rows_read: 600, rows_arrived: 300 })
      const { body: listed } = await newer.call('ada', 'GET', `${base}/runs?dry=no`)
      expect(listed.runs).toMatchObject([{ backfill: [PART] }, { id: RUN, streams: STREAMS, totals: body.totals }])
      const { body: dry } = await newer.call('ada', 'GET', `${base}/runs?dry=only`)
      expect(dry.runs).toMatchObject([{ dry: true, verify: true }, { dry: true }])
      expect(dry.runs[1]).not.toHaveProperty('verify')
    } finally {
      await newer.stop()
    }
  })

  it('begins its ledger of usage with the runs that are there, without dry ones and what failed', async () => {
    const storeUrl = await storeOf('0025-audit-addresses.sql')
    const { applied } = await migrate(storeUrl)
    expect(applied[0]).toMatch(/^0026-/)
    expect((await migrate(storeUrl)).applied).toEqual([])
    const entries = await run(storeUrl, 'select run_id, entity, rows_written::int from millrace.usage_entries')
    expect(entries).toEqual([{ run_id: RUN, entity: 'public.orders', rows_written: 300 }])
  })

  it('finds in its audit log who made each key, or renewed it last, and leaves a key alone of which it says nothing', async () => {
    const storeUrl = await emptyStoreOf('0065-makers-of-keys.sql')
    const other = '00000000-0000-4000-8000-000000000009'
    await run(
      storeUrl,
      `set search_path = millrace;
       insert into organizations (id, name) values ('${other}', 'Other');
       insert into users (uid, email) values ('bob', 'bob@example.com')`,
    )
    const addKey = async (name: string, ...events: readonly (readonly [string, string, string?])[]) => {
      await run(storeUrl, `insert into millrace.users (uid, display_name) values ('service:${name}', '${name}')`)
      const [key] = await run<{ id: string }>(
        storeUrl,
        `insert into millrace.service_members (organization_id, user_uid, key_hash, key_start) values ('${ORGANIZATION}', 'service:${name}', '${name}', 'mlr_') returning id`,
      )
      for (const [actor, action, organization = ORGANIZATION] of events)
        await run(
          storeUrl,
          'insert into millrace.audit_events (organization_id, actor_uid, action, target_id) values ($1, $2, $3, $4)',
          [organization, actor, action, key?.id],
        )
    }
    await addKey('made', ['ada', 'member.key-created'])
    await addKey('renewed', ['ada', 'member.key-created'], ['bob', 'member.key-renewed'])
    await addKey('by-nobody-known', ['someone who has gone', 'member.key-created'])
    await addKey('renewed-by-a-key', ['ada', 'member.key-created'], ['service:made', 'member.key-renewed'])
    await addKey('of-another-kind', ['ada', 'member.key-revoked'])
    await addKey('told-elsewhere', ['bob', 'member.key-created', other])
    await addKey('not-told')
    expect((await migrate(storeUrl)).applied[0]).toBe('0066-makers-in-the-audit-log.sql')
    const keys = await run<{ name: string; created_by: string | null; has_maker: boolean }>(
      storeUrl,
      `select substr(user_uid, 9) as name, created_by, has_maker from millrace.service_members order by created_at, name`,
    )
    expect(Object.fromEntries(keys.map((key) => [key.name, [key.created_by, key.has_maker]]))).toEqual({
      made: ['ada', true],
      renewed: ['bob', true],
      'by-nobody-known': [null, true],
      'renewed-by-a-key': ['ada', true],
      'of-another-kind': [null, false],
      'told-elsewhere': [null, false],
      'not-told': [null, false],
    })
  })

  it('gets back the columns that Postgres 13 and 14 dropped with another one', async () => {
    const storeUrl = await emptyStoreOf('0102-organizations-that-move.sql')
    await run(storeUrl, 'alter table millrace.runs drop column if exists rows_written, drop column if exists totals')
    await migrate(storeUrl)
    const columns = await run(
      storeUrl,
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'millrace' and table_name = 'runs' and column_name in ('rows_written', 'totals') order by 1`,
    )
    expect(columns).toEqual([
      { name: 'rows_written', type: 'bigint' },
      { name: 'totals', type: 'jsonb' },
    ])
  })
})
