import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

export interface Organization {
  readonly base: string
  readonly flows: readonly string[]
}

export interface ManyFlows {
  readonly api: Api
  readonly organizations: readonly Organization[]
  /** Worker processes, as `npm run worker` starts them. @returns what ends them */
  startWorkers(count: number): Promise<() => Promise<void>>
  stop(): Promise<void>
}

const ROWS = 10

/** An API that takes no runs, and organizations whose flows copy ten rows, each into a table of its own. */
export async function startManyFlows(count: number, flowsOfEach: number): Promise<ManyFlows> {
  const masterKey = randomBytes(32)
  const api = await startApi({ takesRuns: false, masterKey })
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(urlOfDatabase(api, 'shop'), `create table orders as select n as id from generate_series(1, ${ROWS}) n`)
  const organizations: Organization[] = []
  for (let number = 0; number < count; number += 1) {
    const id = await api.organizationOf('ada', `Organization ${number}`)
    const base = `/v1/organizations/${id}`
    const source = await addPostgresConnection(api, 'ada', base, 'shop')
    const destination = await addPostgresConnection(api, 'ada', base, 'warehouse')
    const flows = await run<{ id: string }>(
      api.storeUrl,
      `insert into millrace.flows (organization_id, name, source_connection_id, destination_connection_id, config)
       select $1, 'Flow ' || n, $2, $3, json_build_object('transformations', '[]'::json, 'streams', json_build_array(json_build_object(
         'entity', 'public.orders', 'target', 'public.orders_${number}_' || n, 'mode', 'replace')))
       from generate_series(1, $4::int) n returning id`,
      [id, source, destination, flowsOfEach],
    )
    organizations.push({ base, flows: flows.map((flow) => flow.id) })
  }

  const startWorkers = async (workers: number) => {
    const processes = await Promise.all(Array.from({ length: workers }, () => startWorker(api, masterKey)))
    return async () => {
      await Promise.all(
        processes.map(async (child) => {
          child.kill('SIGTERM')
          await once(child, 'exit')
        }),
      )
    }
  }
  return { api, organizations, startWorkers, stop: api.stop }
}

export async function startWorker(api: Api, masterKey: Uint8Array): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/worker.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: api.storeUrl,
      MASTER_KEY: Buffer.from(masterKey).toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}
