import { once } from 'node:events'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'
import { startWorker } from '../support/start-worker.ts'

export interface Organization {
  /** Who it belongs to; each has a person of its own, because a person may ask for so many runs a minute only. */
  readonly owner: string
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

/** Store, source and destination are one server here, and four workers move some thirty runs at once. */
const MAX_CONNECTIONS = '400'

/** An API that takes no runs, and organizations whose flows copy ten rows, each into a table of its own. */
export async function startManyFlows(count: number, flowsOfEach: number): Promise<ManyFlows> {
  const store = await newStore({ settings: { max_connections: MAX_CONNECTIONS } })
  const api = await startApi({ takesRuns: false, beside: store })
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  await run(urlOfDatabase(api, 'shop'), `create table orders as select n as id from generate_series(1, ${ROWS}) n`)
  const organizations: Organization[] = []
  for (let number = 0; number < count; number += 1) {
    const owner = `owner ${number}`
    const id = await api.organizationOf(owner, `Organization ${number}`)
    const base = `/v1/organizations/${id}`
    const source = await addPostgresConnection(api, owner, base, 'shop')
    const destination = await addPostgresConnection(api, owner, base, 'warehouse')
    const flows = await run<{ id: string }>(
      api.storeUrl,
      `insert into millrace.flows (organization_id, name, source_connection_id, destination_connection_id, config)
       select $1, 'Flow ' || n, $2, $3, json_build_object('transformations', '[]'::json, 'streams', json_build_array(json_build_object(
         'entity', 'public.orders', 'target', 'public.orders_${number}_' || n, 'mode', 'replace')))
       from generate_series(1, $4::int) n returning id`,
      [id, source, destination, flowsOfEach],
    )
    organizations.push({ owner, base, flows: flows.map((flow) => flow.id) })
  }

  const startWorkers = async (workers: number) => {
    const processes = await Promise.all(Array.from({ length: workers }, () => startWorker(api)))
    return async () => {
      await Promise.all(
        processes.map(async (child) => {
          child.kill('SIGTERM')
          await once(child, 'exit')
        }),
      )
    }
  }
  const stop = async () => {
    await api.stop()
    await store.postgres.stop()
  }
  return { api, organizations, startWorkers, stop }
}
