import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { migrate } from '../../../src/server/store/database/migrate.ts'
import { makeVault } from '../../../src/server/vault/vault.ts'
import { run } from '../../support/run-sql.ts'
import { emptyStore, type Store, startApi } from '../../support/start-api.ts'
import { spawnWorker, startWorker } from '../../support/start-worker.ts'
import { MASTER_KEY } from './master-key.ts'

const VERSIONS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** From before the first migration until the run is taken over. */
const KILLED_AFTER_MS = [150, 350, 500, 650, 800, 1_000, 1_500]

interface Integration {
  readonly id: string
  readonly organization_id: string
  readonly name: string
}

describe.each(VERSIONS)('the store of version %s, with a run under way', (version) => {
  let store: Store
  beforeEach(async () => {
    store = await emptyStore()
    for (const name of ['shop', 'warehouse']) await run(store.postgres.url, `create database ${name}`)
    const urls = { store: store.storeUrl, shop: urlOf('shop'), warehouse: urlOf('warehouse') }
    for (const [name, url] of Object.entries(urls))
      await run(url, readFileSync(join(import.meta.dirname, version, `${name}.sql`), 'utf8'))
    await moveDatabases()
  })
  afterEach(() => store.postgres.stop())

  const urlOf = (name: string) => store.postgres.url.replace(/\/[^/]*$/, `/${name}`)

  /** The databases of the flows have another address than on the machine that made the store. */
  async function moveDatabases() {
    const vault = makeVault(MASTER_KEY)
    const { host, port, user, password } = store.postgres
    const integrations = await run<Integration>(
      store.storeUrl,
      'select id, organization_id, name from millrace.integrations',
    )
    for (const { id, organization_id: organizationId, name } of integrations) {
      const credentials = { host, port, user, password, dbname: name, sslmode: 'prefer' }
      const sealed = vault.seal({ organizationId, integrationId: id }, credentials)
      await run(store.storeUrl, 'update millrace.integrations set credentials = $2 where id = $1', [id, sealed])
    }
  }

  it('is upgraded with 100,000 runs, none of which is written again, and nobody waits for that for long', async () => {
    await run(
      store.storeUrl,
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, finished_at)
       select organization_id, id, 1, '{}', 'schedule', 'succeeded', now() - n * interval '1 minute', now() - n * interval '1 minute'
       from millrace.flows, generate_series(1, 100000) n where name = 'Visits'`,
    )
    const fileOfRuns = () => run(store.storeUrl, `select pg_relation_filenode('millrace.runs') as file`)
    const before = await fileOfRuns()
    let isDone = false
    const upgrading = migrate(store.storeUrl).finally(() => {
      isDone = true
    })
    // Connected already, as the processes are that would wait.
    const bystander = new pg.Client({ connectionString: store.storeUrl })
    await bystander.connect()
    // Only what waits for the upgrade, and not for a busy machine; about 150 ms.
    await bystander.query(`set lock_timeout = '3s'`)
    while (!isDone) {
      await bystander.query(`update millrace.runs set error = null where id = (select id from millrace.runs limit 1)`)
      await bystander.query('select count(*) from millrace.organizations')
    }
    await bystander.end()
    expect((await upgrading).applied).not.toEqual([])
    expect(await fileOfRuns()).toEqual(before)
  }, 60_000)

  it('is upgraded by processes that are killed again and again, and the run ends with every row', async () => {
    const shared = { storeUrl: store.storeUrl, masterKey: MASTER_KEY }
    for (const milliseconds of KILLED_AFTER_MS) {
      const worker = spawnWorker(shared)
      await delay(milliseconds)
      worker.kill('SIGKILL')
    }
    const worker = await startWorker(shared)
    const api = await startApi({ takesRuns: false, masterKey: MASTER_KEY, beside: store })
    try {
      const [organization] = await run<{ id: string }>(store.storeUrl, 'select id from millrace.organizations')
      const base = `/v1/organizations/${organization?.id}`
      const { body: flows } = await api.call('ada', 'GET', `${base}/flows`)
      const [orders, visits] = ['Orders', 'Visits'].map((wanted) =>
        flows.find(({ name }: { name: string }) => name === wanted),
      )
      expect(visits.config.schedule).toMatchObject({ cron: '0 6 * * *' })

      const lastOf = async (flow: { id: string }) =>
        (await api.call('ada', 'GET', `${base}/runs?flow=${flow.id}`)).body.runs[0]
      await expect.poll(async () => (await lastOf(orders)).finished_at, { timeout: 60_000 }).not.toBeNull()
      await expect.poll(() => lastOf(orders), { timeout: 60_000 }).toMatchObject({ status: 'succeeded', error: null })
      const counted = 'select count(*)::int as rows, count(distinct note)::int as notes from orders'
      expect(await run(urlOf('warehouse'), counted)).toEqual([{ rows: 500, notes: 500 }])

      await run(urlOf('shop'), `insert into visits values (2100000, 'new'), (2200000, 'new')`)
      // Its schedule may have made up for a missed run, which is under way.
      await expect
        .poll(async () => (await api.call('ada', 'POST', `${base}/flows/${visits.id}/run`)).status, { timeout: 20_000 })
        .toBe(202)
      await expect.poll(() => lastOf(visits), { timeout: 20_000 }).toMatchObject({ status: 'succeeded' })
      // The two new rows, and of those before them only what is near the cursor.
      const { body: listed } = await api.call('ada', 'GET', `${base}/runs?flow=${visits.id}`)
      const read = listed.runs.map(({ totals }: { totals: { rows_read: number } }) => totals.rows_read)
      expect(read.slice(0, 2)).toContain(3)
      expect(await run(urlOf('warehouse'), 'select count(*)::int as rows from visits')).toEqual([{ rows: 22 }])
    } finally {
      worker.kill('SIGKILL')
      await api.stop()
    }
  }, 180_000)
})
