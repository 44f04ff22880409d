import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { readEvents } from '../support/read-events.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { percentiles } from './percentiles.ts'

interface Latency {
  /** Between the run's row in the queue and its claim by a worker, by the database's clock. */
  readonly started: number
  /** Between the click and the first row that a watcher of the run hears of. */
  readonly firstRow: number
  /** Between the click and the end that a watcher hears of. */
  readonly ended: number
  /** Between the end as the store has it and the watcher who hears of it; one machine, one clock. */
  readonly told: number
}

/** How long a person waits after the click on Run: for a worker, for the first row, for the end of a small flow. */
export async function benchClickToRow({ rounds }: { readonly rounds: number }): Promise<void> {
  const api = await startApi()
  try {
    const base = `/v1/organizations/${await api.organizationOf('ada')}`
    const flow = await prepare(api, base)
    const latencies: Latency[] = []
    for (let round = 0; round < Math.max(rounds, 20); round++) latencies.push(await click(api, base, flow))

    const figures = Object.fromEntries(
      (['started', 'firstRow', 'ended', 'told'] as const).map((name) => [
        name,
        percentiles(latencies.map((latency) => latency[name])),
      ]),
    )
    console.table(figures)
    console.log(
      `To reach: started ≤ 20 ms, first row ≤ 300 ms, told ≤ 250 ms at p50, over ${latencies.length} runs of 200,000 rows.`,
    )
    console.log(JSON.stringify(figures))
  } finally {
    await api.stop()
  }
}

async function prepare(api: Api, base: string): Promise<string> {
  const ids: string[] = []
  for (const name of ['shop', 'warehouse']) {
    await run(api.postgres.url, `create database ${name}`)
    ids.push(await addPostgresConnection(api, 'ada', base, name))
  }
  await run(
    urlOfDatabase(api, 'shop'),
    `create table orders as select n as id, md5(n::text) as note from generate_series(1, 200000) n`,
  )
  const [from, to] = ids
  const ends = { source_connection: { id: from }, destination_connection: { id: to } }
  return (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
}

async function click(api: Api, base: string, flow: string): Promise<Latency> {
  const clicked = performance.now()
  const { body } = await api.call('ada', 'POST', `${base}/flows/${flow}/run`)
  let firstRow: number | undefined
  const events = await readEvents(await api.fetch('ada', `${base}/runs/${body.run_id}/events`), ({ event, data }) => {
    if (event !== 'run') return false
    if (data.streams.some((stream: { rows_read: number }) => stream.rows_read > 0))
      firstRow ??= performance.now() - clicked
    return data.finished_at !== null
  })
  const heard = Date.now()
  const last = events.at(-1)?.data
  if (last?.status !== 'succeeded') throw new Error(`the run ${last?.status}: ${JSON.stringify(last?.error)}`)
  const ended = performance.now() - clicked
  const started = Date.parse(last.started_at) - Date.parse(last.queued_at)
  return { started, firstRow: firstRow ?? ended, ended, told: heard - Date.parse(last.finished_at) }
}
