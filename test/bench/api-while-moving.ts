import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { startWorker } from '../support/start-worker.ts'
import { percentiles } from './percentiles.ts'

const PAUSE_MS = 20

/** How fast the API answers while a large table is on its way: idle, with the worker in a process of its own, and in the same process. */
export async function benchApiWhileMoving({ rows }: { readonly rows: number }): Promise<void> {
  const api = await startApi({ takesRuns: false })
  try {
    const base = `/v1/organizations/${await api.organizationOf('ada')}`
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    console.log(`Making ${rows.toLocaleString('en')} rows …`)
    await run(
      urlOfDatabase(api, 'shop'),
      `create table orders as select n as id, md5(n::text) as note, now() as at from generate_series(1, ${rows}) n`,
    )
    const ends = {
      source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
      destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'warehouse') },
    }
    const flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
    const figures: Record<string, object> = {}
    figures['nothing moves'] = percentiles(await ask(api, base, setTimeout(5_000)))

    const worker = await startWorker(api)
    figures['a worker moves'] = percentiles(await ask(api, base, runOf(api, base, flow)))
    worker.kill('SIGTERM')
    await once(worker, 'exit')

    const both = await startApi({ beside: api })
    figures['the same process moves'] = percentiles(await ask(both, base, runOf(both, base, flow)))
    await both.stop()
    console.table(figures)
    console.log(JSON.stringify({ rows, ...figures }))
  } finally {
    await api.stop()
  }
}

async function runOf(api: Api, base: string, flow: string): Promise<void> {
  const { run_id: runId } = (await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).body
  const read = async () => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body
  while ((await read()).finished_at === null) await setTimeout(500)
  const { status, error } = await read()
  if (status !== 'succeeded') throw new Error(JSON.stringify(error))
}

/** Asks for one page after the other until the work is done. @returns milliseconds of each */
async function ask(api: Api, base: string, work: Promise<unknown>): Promise<number[]> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const found: number[] = []
  while (!isDone) {
    for (const path of ['flows', 'runs', 'dashboard?period=24h']) {
      const begun = performance.now()
      await api.call('ada', 'GET', `${base}/${path}`)
      found.push(performance.now() - begun)
    }
    await setTimeout(PAUSE_MS)
  }
  await done
  return found
}
