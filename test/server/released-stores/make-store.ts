import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

import { VERSION } from '../../../src/server/host/version.ts'
import { addPostgresConnection, urlOfDatabase } from '../../support/add-postgres-connection.ts'
import { run } from '../../support/run-sql.ts'
import { newStore, startApi } from '../../support/start-api.ts'
import { startWorker } from '../../support/start-worker.ts'
import { MASTER_KEY } from './master-key.ts'

// `node test/server/released-stores/make-store.ts`, once for each release: the store of this version, with a run under way whose worker was
// killed, and the two databases of that run. It needs `pg_dump` of Postgres 15 or newer.
const api = await startApi({ takesRuns: false, masterKey: MASTER_KEY, beside: await newStore({ version: 15 }) })
try {
  const base = `/v1/organizations/${await api.organizationOf('ada', 'Acme')}`
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(
    urlOfDatabase(api, 'shop'),
    `create table orders as select n as id, 'order ' || n as note from generate_series(1, 500) n;
     create table visits (id int primary key, page text); insert into visits select n * 100000, 'page ' || n from generate_series(1, 20) n`,
  )
  const ends = {
    source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
    destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'warehouse') },
  }
  const addFlow = async (name: string, stream: object, schedule?: object): Promise<string> => {
    const config = { streams: [stream], transformations: [], ...(schedule && { schedule }) }
    const { status, body } = await api.call('ada', 'POST', `${base}/flows`, { name, ...ends, config })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id
  }
  const visits = await addFlow(
    'Visits',
    { entity: 'public.visits', mode: 'upsert', key: ['id'], cursor: 'id' },
    { cron: '0 6 * * *', timezone: 'Europe/Berlin' },
  )
  const orders = await addFlow('Orders', { entity: 'public.orders', mode: 'replace' })
  await api.call('ada', 'POST', `${base}/invitations`, { email: 'grace@example.com', roles: ['viewer'] })

  const worker = await startWorker(api)
  const start = async (flow: string) => (await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).body.run_id
  const until = async (runId: string, is: (run: { status: string; attempt: number }) => boolean) => {
    for (let look = 0; look < 300; look += 1) {
      const { body } = await api.call('ada', 'GET', `${base}/runs/${runId}`)
      if (is(body)) return
      await delay(100)
    }
    throw new Error(`run ${runId} did not get there`)
  }
  const done = await start(visits)
  await until(done, ({ status }) => status === 'succeeded')
  // Holds the second run in the middle of its work.
  const holder = new pg.Client({ connectionString: urlOfDatabase(api, 'shop') })
  await holder.connect()
  await holder.query('begin; lock table orders in access exclusive mode')
  const held = await start(orders)
  await until(held, ({ attempt }) => attempt === 1)
  await delay(1_000)
  worker.kill('SIGKILL')
  await holder.query('rollback')
  await holder.end()
  await api.stop()

  const folder = join(import.meta.dirname, VERSION)
  mkdirSync(folder, { recursive: true })
  const databases = {
    store: api.storeUrl,
    shop: urlOfDatabase(api, 'shop'),
    warehouse: urlOfDatabase(api, 'warehouse'),
  }
  for (const [name, url] of Object.entries(databases)) {
    const options = ['--inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges']
    const sql = execFileSync('pg_dump', [...options, url], { encoding: 'utf8' })
    // Commands of psql are no SQL.
    writeFileSync(join(folder, `${name}.sql`), sql.replaceAll(/^(\\|--).*\n/gm, '').replaceAll(/\n{2,}/g, '\n'))
  }
} finally {
  await api.postgres.stop()
}
