import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'
import { startTcpProxy, type TcpProxy } from './proxy.ts'

const PATIENCE = { timeout: 120_000, interval: 200 }
const FLOWS = 8

/** Of a primary: it streams, and a commit waits for its standby if it is told to. */
const PRIMARY = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' }

/** Kills a server as a machine dies: without a word to anybody. */
async function killServer({ url }: RunningPostgres): Promise<void> {
  const [row] = await run<{ data_directory: string }>(url, 'show data_directory')
  const [pid = ''] = readFileSync(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

describe.each([
  { name: 'that had everything', isSynchronous: true },
  { name: 'that lacks the last moments', isSynchronous: false },
])('a standby $name takes the place of the store', ({ isSynchronous }) => {
  let data: RunningPostgres
  let store: Awaited<ReturnType<typeof newStore>>
  let standby: RunningPostgres
  let proxy: TcpProxy
  let api: Api
  let base: string
  let flows: string[] = []
  const place = { host: '', port: 0 }
  const behind = (server: RunningPostgres) => Object.assign(place, { host: server.host, port: server.port })
  const onStandby = (sql: string) => run(standby.url.replace(/\/[^/]*$/, new URL(store.storeUrl).pathname), sql)
  const target = () => data.url.replace(/\/[^/]*$/, '/warehouse')

  beforeAll(async () => {
    data = await startPostgres()
    for (const name of ['shop', 'warehouse']) await run(data.url, `create database ${name}`)
    await run(
      data.url.replace(/\/[^/]*$/, '/shop'),
      `create table source as select n as id from generate_series(1, 400) n;
       create view orders as select id, pg_sleep(0.01)::text as slept from source`,
    )
    store = await newStore({ settings: PRIMARY })
    standby = await startPostgres({ settings: PRIMARY, standbyOf: store.postgres })
    behind(store.postgres)
    proxy = await startTcpProxy(place)
    const storeUrl = store.storeUrl.replace(/:\d+\//, `:${proxy.port}/`)
    api = await startApi({ beside: { ...store, storeUrl } })
    if (isSynchronous) {
      await run(store.postgres.url, `alter system set synchronous_standby_names = 'standby'`)
      await run(store.postgres.url, 'select pg_reload_conf()')
    }
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    const ofData = { ...api, postgres: data }
    const ends = {
      source_connection: { id: await addPostgresConnection(ofData, 'ada', base, 'shop') },
      destination_connection: { id: await addPostgresConnection(ofData, 'ada', base, 'warehouse') },
    }
    for (let number = 0; number < FLOWS; number += 1) {
      const streams = [{ entity: 'public.orders', target: `orders_${number}`, mode: 'append' }]
      const flow = { name: `Orders ${number}`, ...ends, config: { streams, transformations: [] } }
      flows.push((await api.call('ada', 'POST', `${base}/flows`, flow)).body.id)
    }
  })
  afterAll(async () => {
    await api?.stop()
    await proxy?.stop()
    for (const server of [standby, store?.postgres, data]) await server?.stop()
    flows = []
  })

  const statuses = async (): Promise<string[]> => {
    const { body } = await api.call('ada', 'GET', `${base}/runs`)
    return (body.runs ?? []).map(({ status }: { status: string }) => status)
  }

  it('runs go on: none is lost that the store still knows, and no row is there twice', async () => {
    for (const flow of flows) expect((await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).status).toBe(202)
    if (!isSynchronous) {
      // It has every run, and nothing that is written from now on.
      const [here] = await run<{ lsn: string }>(store.postgres.url, 'select pg_current_wal_lsn()::text as lsn')
      const hasAll = `select from pg_stat_replication where replay_lsn >= '${here?.lsn}'`
      await expect.poll(async () => (await run(store.postgres.url, hasAll)).length, PATIENCE).toBe(1)
      await onStandby('select pg_wal_replay_pause()')
      await run(standby.url, `alter system set primary_conninfo = ''`)
      await run(standby.url, 'select pg_reload_conf()')
      await onStandby('select pg_wal_replay_resume()')
    }
    await expect.poll(statuses, PATIENCE).toContain('running')
    await sleep(2_000)
    const epochOf = async (url: string) =>
      Number((await run<{ last: string }>(url, 'select last_value as last from millrace.run_epoch'))[0]?.last)
    const before = await epochOf(store.storeUrl)
    await killServer(store.postgres)
    await onStandby('select pg_promote()')
    behind(standby)
    proxy.breakAll()

    await expect
      .poll(() => statuses().catch(() => ['unknown']), PATIENCE)
      .toEqual(Array.from({ length: FLOWS }, () => 'succeeded'))
    for (let number = 0; number < FLOWS; number += 1)
      expect(
        await run(target(), `select count(*)::int as rows, count(distinct id)::int as ids from orders_${number}`),
      ).toEqual([{ rows: 400, ids: 400 }])
    // No attempt on the new server has an epoch that the old one may have given.
    expect(await epochOf(standby.url.replace(/\/[^/]*$/, new URL(store.storeUrl).pathname))).toBeGreaterThan(before)
  }, 300_000)
})
