import { setTimeout } from 'node:timers/promises'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type ManyFlows, startManyFlows } from './many-flows.ts'
import { percentiles } from './percentiles.ts'

const WORKERS = [1, 2, 4]
const TRICKLE_MS = 150

/** How many short runs per second workers begin and end, and how long a run waits for its first attempt when they have nothing else to do. */
export async function benchRuns({ runs }: { readonly runs: number }): Promise<void> {
  const many = await startManyFlows(Math.ceil(runs / 20), 20)
  try {
    const figures: Record<string, object> = {}
    for (const workers of WORKERS) {
      const stop = await many.startWorkers(workers)
      const begun = performance.now()
      await startAll(many, runs)
      await untilDrained(many)
      const perSecond = Math.round((runs / (performance.now() - begun)) * 10_000) / 10
      const waits = await trickle(many, Math.min(runs, 40))
      figures[`${workers} workers`] = { 'runs per second': perSecond, ...percentiles(waits) }
      await stop()
      await expectAllSucceeded(many)
      console.log(`${workers} workers: ${JSON.stringify(figures[`${workers} workers`])}`)
    }
    console.log(
      `${runs} runs of ten rows asked for at once; then one every ${TRICKLE_MS} ms: until its first attempt, in ms.`,
    )
    console.table(figures)
  } finally {
    await many.stop()
  }
}

/** Whether a long queue drains to the last run, each once. */
export async function benchQueue({ runs }: { readonly runs: number }): Promise<void> {
  const many = await startManyFlows(Math.ceil(runs / 50), 50)
  try {
    await startAll(many, runs)
    console.log(`${runs} runs are queued.`)
    const stop = await many.startWorkers(2)
    const begun = performance.now()
    await untilDrained(many)
    const seconds = (performance.now() - begun) / 1_000
    await stop()
    await expectAllSucceeded(many)
    const attempts = await run<{ attempts: number }>(
      many.api.storeUrl,
      'select max(attempt) as attempts from millrace.runs',
    )
    const tables = await run(
      urlOfDatabase(many.api, 'warehouse'),
      `select from pg_tables where tablename like 'orders\\_%'`,
    )
    console.log(
      JSON.stringify({ runs, tables: tables.length, seconds: Math.round(seconds), attempts: attempts[0]?.attempts }),
    )
    if (tables.length !== runs) throw new Error(`${tables.length} tables for ${runs} runs`)
  } finally {
    await many.stop()
  }
}

/** Asks for runs in all organizations, ten at a time. */
async function startAll({ api, organizations }: ManyFlows, runs: number): Promise<void> {
  const wanted = organizations
    .flatMap(({ owner, base, flows }) => flows.map((flow) => ({ owner, path: `${base}/flows/${flow}/run` })))
    .slice(0, runs)
  const asking = Array.from({ length: 10 }, async () => {
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
      const { status, body } = await api.call(next.owner, 'POST', next.path)
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`)
    }
  })
  await Promise.all(asking)
}

async function untilDrained({ api }: ManyFlows): Promise<void> {
  const left = () => run(api.storeUrl, `select from millrace.runs where finished_at is null limit 1`)
  while ((await left()).length > 0) await setTimeout(100)
}

/** One run after the other. @returns how long each waited, by the database's clock */
async function trickle({ api, organizations }: ManyFlows, count: number): Promise<number[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const organization = organizations[number % organizations.length]
    if (!organization) throw new Error('There are no organizations.')
    const { owner, base, flows } = organization
    const flow = flows[Math.floor(number / organizations.length)]
    ids.push((await api.call(owner, 'POST', `${base}/flows/${flow}/run`)).body.run_id)
    await setTimeout(TRICKLE_MS)
  }
  await untilDrained({ api, organizations } as ManyFlows)
  const waits = await run<{ waited: number }>(
    api.storeUrl,
    `select extract(epoch from started_at - queued_at)::float * 1000 as waited from millrace.runs where id = any($1)`,
    [ids],
  )
  return waits.map(({ waited }) => waited)
}

async function expectAllSucceeded({ api }: ManyFlows): Promise<void> {
  const odd = await run<{ status: string; error: object }>(
    api.storeUrl,
    `select status, error from millrace.runs where status <> 'succeeded' limit 3`,
  )
  if (odd.length > 0) throw new Error(JSON.stringify(odd))
}
