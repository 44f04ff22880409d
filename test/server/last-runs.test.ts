import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openBackup } from '../../src/server/backup/open-backup.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import { expire } from '../../src/server/schedules/expire.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { lastRunsDiffer } from '../support/last-runs-differ.ts'
import { run } from '../support/run-sql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import type { Api } from '../support/start-api.ts'

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const stream = (entity: string) => ({ entity, target: entity, mode: 'replace' })

describe('what a list of flows says of their last runs', () => {
  let api: Api
  let base: string
  let source: string
  let ends: Awaited<ReturnType<typeof addEnds>>
  beforeAll(async () => {
    ;({ api, base, source } = await startShop())
    await run(source, 'create table orders as select n as id from generate_series(1, 20) n')
    ends = await addEnds(api, base)
  })
  afterAll(() => api.stop())

  const flowOf = async (...entities: string[]): Promise<string> => {
    const config = { streams: entities.map(stream), transformations: [] }
    return (await api.call('ada', 'POST', `${base}/flows`, { name: entities.join(), config, ...ends })).body.id
  }
  const listed = async (flowId: string) =>
    (await api.call('ada', 'GET', `${base}/flows`)).body.find(({ id }: { id: string }) => id === flowId)
  const ran = async (flowId: string, call = 'run', body?: object) => {
    const started = await api.call('ada', 'POST', `${base}/flows/${flowId}/${call}`, body)
    expect(started).toMatchObject({ status: 202 })
    return endedRun(api, base, started.body.run_id)
  }

  it('is so after each way in which a run ends', async () => {
    const good = await flowOf('public.orders')
    const first = await ran(good)
    expect(await listed(good)).toMatchObject({
      last_run: { id: first.id, status: 'succeeded', rows_written: 20, rows_read: 20 },
      last_success_at: first.finished_at,
      recent_states: ['succeeded'],
    })
    const bad = await flowOf('public.nothing')
    expect(await ran(bad)).toMatchObject({ status: 'failed' })
    const partly = await flowOf('public.orders', 'public.nothing')
    expect(await ran(partly)).toMatchObject({ status: 'partially_succeeded' })
    expect(await listed(bad)).toMatchObject({ last_run: { status: 'failed' }, recent_states: ['failed'] })
    expect(await listed(partly)).toMatchObject({ last_run: { status: 'partially_succeeded', rows_written: 20 } })
    await ran(good, 'dry-run')
    await ran(good, 'verify')
    expect(await listed(good)).toMatchObject({ last_run: { id: first.id }, recent_states: ['succeeded'] })
    expect(await lastRunsDiffer(api.storeUrl)).toEqual([])
  })

  it('has a run that waits or runs as the last one, and its end when it is cancelled', async () => {
    const flow = await flowOf('public.orders')
    await run(source, 'create table slow as select 1 as id')
    const holder = new pg.Client(source)
    await holder.connect()
    await holder.query('begin; lock table slow')
    try {
      await api.call('ada', 'PATCH', `${base}/flows/${flow}`, {
        config: { streams: [stream('public.slow')], transformations: [] },
      })
      const { body } = await api.call('ada', 'POST', `${base}/flows/${flow}/run`)
      expect(await listed(flow)).toMatchObject({ last_run: { id: body.run_id, finished_at: null }, recent_states: [] })
      await api.call('ada', 'POST', `${base}/runs/${body.run_id}/cancel`)
      expect(await endedRun(api, base, body.run_id)).toMatchObject({ status: 'cancelled' })
      expect(await listed(flow)).toMatchObject({ last_run: { id: body.run_id }, recent_states: ['cancelled'] })
    } finally {
      await holder.end()
    }
    expect(await lastRunsDiffer(api.storeUrl)).toEqual([])
  })

  it('is so after the trash, when runs expire, and in a restored backup', async () => {
    const flow = await flowOf('public.orders')
    const last = await ran(flow)
    await api.call('ada', 'DELETE', `${base}/flows/${flow}`)
    await api.call('ada', 'POST', `${base}/trash/${flow}/restore`)
    expect(await listed(flow)).toMatchObject({ last_run: { id: last.id }, recent_states: ['succeeded'] })

    const days = (count: number) => `now() - interval '${count} days'`
    await run(
      api.storeUrl,
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, finished_at)
       select organization_id, id, 1, '{}', 'schedule', case when n % 3 = 0 then 'failed' else 'succeeded' end, ${days(500)} - n * interval '1 hour', ${days(500)}
       from millrace.flows, generate_series(1, 40) n`,
    )
    expect(await lastRunsDiffer(api.storeUrl)).toEqual([])
    const database = openDatabase({ databaseUrl: api.storeUrl, onError: () => {} })
    await expire(database, { runs: 400 }, SILENT)
    await database.close()
    expect(await lastRunsDiffer(api.storeUrl)).toEqual([])

    const folder = makeScratchFolder('last-runs')
    try {
      const file = join(folder, 'backup')
      await writeBackup({ databaseUrl: api.storeUrl, files: async () => ({}) }, file, undefined)
      await run(api.postgres.url, 'create database restored')
      const restored = urlOfDatabase(api, 'restored')
      const backup = await openBackup(file, undefined)
      const target = { dataDir: join(folder, 'data'), databaseUrl: restored, log: SILENT }
      await restoreBackup(backup, target).finally(() => backup.close())
      expect(await lastRunsDiffer(restored)).toEqual([])
      expect(await run(restored, 'select from millrace.last_runs')).not.toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('is so whatever several sessions do to the runs of the same flows at once', async () => {
    const flows = await run<{ id: string }>(api.storeUrl, 'select id from millrace.flows')
    const sessions = Array.from({ length: 4 }, () => new pg.Client(api.storeUrl))
    await Promise.all(sessions.map((session) => session.connect()))
    const acts = [
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, finished_at, error)
       select organization_id, id, 1, case when random() < 0.2 then '{"dry":true}' when random() < 0.2 then '{"backfill":[]}' else '{}' end::jsonb, 'schedule',
         (array['succeeded','failed','cancelled'])[1 + floor(random() * 3)::int], now() + (random() - 0.5) * interval '1 day', now(),
         case when random() < 0.2 then '{"code":"RUN_SKIPPED"}'::jsonb end from millrace.flows where id = $1`,
      `with begun as (
         insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at)
         select organization_id, id, 1, '{}', 'schedule', 'running', now() + random() * interval '2 days' from millrace.flows where id = $1
         on conflict do nothing)
       update millrace.runs set finished_at = now(), status = (array['succeeded','failed'])[1 + floor(random() * 2)::int]
       where flow_id = $1 and finished_at is null`,
      `delete from millrace.runs where id = (select id from millrace.runs where flow_id = $1 and finished_at is not null order by random() limit 1)`,
      `update millrace.runs set status = 'failed', queued_at = queued_at + interval '1 minute'
       where id = (select id from millrace.runs where flow_id = $1 and finished_at is not null order by random() limit 1)`,
    ]
    try {
      await Promise.all(
        sessions.map(async (session, place) => {
          for (let number = 0; number < 80; number += 1) {
            const flow = flows[(number * 7 + place) % 2]
            await session.query(acts[(number + place) % acts.length] ?? '', [flow?.id])
          }
        }),
      )
    } finally {
      for (const session of sessions) await session.end()
    }
    expect(await lastRunsDiffer(api.storeUrl)).toEqual([])
  })
})
