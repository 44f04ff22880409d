import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { expire } from '../../src/server/schedules/expire.ts'
import { type Database, openDatabase } from '../../src/server/store/database/database.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const RETENTION = { runs: 400, runLog: 90, audit: 1_095 }
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const DAY = `interval '1 day'`

describe('what is old', () => {
  let api: Api
  let database: Database
  let base: string
  let organization: string
  let flow: string
  const sql = <Row extends object>(statement: string, values?: unknown[]) => run<Row>(api.storeUrl, statement, values)

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    database = openDatabase({ databaseUrl: api.storeUrl, role: undefined, onError: () => {} })
    organization = await api.organizationOf('ada')
    base = `/v1/organizations/${organization}`
    const end = { id: await addPostgresConnection(api, 'ada', base, 'postgres') }
    const ends = { source_connection: end, destination_connection: end }
    flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
  })
  afterAll(async () => {
    await database.close()
    await api.stop()
  })

  /** Ended runs, `each` a day, each with log lines, streams, usage and an event of the audit log, as they would be after these days. */
  async function daysPass(days: number, each: number) {
    // What is there becomes older.
    await sql(`update millrace.runs set queued_at = queued_at - $1 * ${DAY}, finished_at = finished_at - $1 * ${DAY}`, [
      days,
    ])
    await sql(`update millrace.run_log set at = at - $1 * ${DAY}`, [days])
    await sql(`update millrace.audit_events set at = at - $1 * ${DAY}`, [days])
    await sql(`update millrace.usage_entries set counted_at = counted_at - $1 * ${DAY}`, [days])
    await sql(
      `with added as (
         insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, started_at, finished_at)
         select $1, $2, 1, '{}', 'schedule', 'succeeded', at, at, at
         from generate_series(1, $3::int * $4::int) n, lateral (select now() - ($3 - n / $4::float) * ${DAY} as at) t
         returning id, finished_at),
       lines as (
         insert into millrace.run_log (organization_id, run_id, at, level, message)
         select $1, id, finished_at, 'info', 'Line ' || n from added, generate_series(1, 3) n order by finished_at),
       streams as (
         insert into millrace.run_streams (organization_id, run_id, ordinal, stream)
         select $1, id, 0, '{"entity":"orders","target":"orders","status":"succeeded"}' from added),
       usage as (
         insert into millrace.usage_entries (organization_id, run_id, entity, target, rows_written, counted_at)
         select $1, id, 'orders', 'orders', 1, finished_at from added)
       insert into millrace.audit_events (organization_id, at, actor_uid, action)
       select $1, finished_at, 'ada', 'run.started' from added order by finished_at`,
      [organization, flow, days, each],
    )
  }

  const TABLES = ['runs', 'run_log', 'run_streams', 'usage_entries', 'audit_events']
  async function sizes(): Promise<Record<string, number>> {
    const counts = TABLES.map((table) => `(select count(*)::int from millrace.${table}) as ${table}`)
    const [row] = await sql<Record<string, number>>(`select ${counts.join(', ')}`)
    return row ?? {}
  }

  it('is deleted year by year, so that the store does not grow, and nobody waits for it for long', async () => {
    const years: Record<string, number>[] = []
    for (let year = 1; year <= 10; year += 1) {
      await daysPass(365, 1)
      let isExpiring = true
      const waits: number[] = []
      const expiring = expire(database, RETENTION, SILENT).finally(() => {
        isExpiring = false
      })
      while (isExpiring) {
        const asked = performance.now()
        await sql(
          `update millrace.runs set error = null where id = (select id from millrace.runs order by queued_at desc limit 1)`,
        )
        waits.push(performance.now() - asked)
        await sleep(10)
      }
      await expiring
      // A busy machine stalls for a second by itself.
      expect(Math.max(...waits)).toBeLessThan(3_000)
      years.push(await sizes())
    }
    // Three years of the audit log are the longest that is kept.
    expect(years.at(-1)).toEqual(years[4])
    expect(years.at(-1)).toMatchObject({ runs: 400, run_log: 90 * 3, run_streams: 400 })
  }, 120_000)

  it('stays if it is one of the last runs of a flow, or the one from which an incremental flow goes on', async () => {
    await daysPass(1_000, 1)
    await daysPass(1_000, 0)
    const [oldest] = await sql<{ id: string }>('select id from millrace.runs order by queued_at limit 1')
    await sql(
      `insert into millrace.stream_positions (organization_id, flow_id, entity, target, cursor_column, bound, run_id)
       values ($1, $2, 'orders', 'orders', 'id', '7', $3)`,
      [organization, flow, oldest?.id],
    )
    await expire(database, RETENTION, SILENT)
    expect(await sizes()).toMatchObject({ runs: 21, run_log: 0 })
    expect(await sql('select bound from millrace.stream_positions')).toEqual([{ bound: '7' }])
    const { body } = await api.call('ada', 'GET', `${base}/flows/${flow}/runs`)
    expect(body.runs).toHaveLength(21)
  })

  it('a proposal is shown for seven days, and deleted after them', async () => {
    for (const days of [6, 8])
      await sql(
        `insert into millrace.flow_proposals (organization_id, name, document, proposed_by, created_at)
         values ($1, $2, 'kind: flow', 'ada', now() - $3 * interval '1 day')`,
        [organization, `${days} days old`, days],
      )
    const { body } = await api.call('ada', 'GET', `${base}/flow-proposals`)
    expect(body).toMatchObject([{ name: '6 days old' }])
    await expire(database, RETENTION, SILENT)
    expect(await sql('select name from millrace.flow_proposals')).toEqual([{ name: '6 days old' }])
  })

  it('stays forever if nothing else is wanted', async () => {
    const before = await sizes()
    await daysPass(5_000, 0)
    await expire(database, {}, SILENT)
    expect(await sizes()).toEqual(before)
  })
})
