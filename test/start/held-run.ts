import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'

import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import type { enter } from './installation.ts'

type Call = Awaited<ReturnType<typeof enter>>

export interface HeldRun {
  /** The path of the organization. */
  readonly base: string
  readonly organization: string
  readonly flow: string
  /** Of the run that had ended before. */
  readonly done: string
  /** Of the run that waits in the middle of its work. */
  readonly going: string
  /** Lets the run go on. */
  release(): Promise<void>
  /** @returns how many rows have arrived, and how many different ones */
  arrived(): Promise<unknown>
  /** Waits until the run that was held has ended. @returns it */
  ended(call: Call): Promise<unknown>
  stop(): Promise<void>
}

export async function until<T>(ask: () => Promise<T | undefined>, milliseconds: number): Promise<T> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await delay(100)) {
    const found = await ask()
    if (found !== undefined) return found
  }
  throw new Error(`not within ${milliseconds} ms`)
}

/** A flow between two databases of others: one run brought 5,000 rows, and a second waits with 4,000 more, in the middle of its work. */
export async function holdRun(call: Call): Promise<HeldRun> {
  const outside = await startPostgres()
  const urlOf = (name: string) => outside.url.replace(/\/[^/]*$/, `/${name}`)
  for (const name of ['shop', 'warehouse']) await run(outside.url, `create database ${name}`)
  await run(urlOf('shop'), 'create table orders as select n as id from generate_series(1, 5000) n')

  const { id: organization } = await call('POST', '/v1/organizations', { name: 'Acme' })
  const base = `/v1/organizations/${organization}`
  const connect = async (dbname: string): Promise<string> => {
    const { host, port, user, password } = outside
    const credentials = { host, port, user, password, dbname }
    const integration = await call('POST', `${base}/integrations`, { name: dbname, type: 'postgres', credentials })
    const draft = { name: dbname, type: 'postgres', integration_id: integration.id }
    return (await call('POST', `${base}/connections`, draft)).id
  }
  const ends = {
    source_connection: { id: await connect('shop') },
    destination_connection: { id: await connect('warehouse') },
  }
  const { id: flow } = await call('POST', `${base}/flows`, { name: 'Orders', ...ends })
  const startRun = async (): Promise<string> => (await call('POST', `${base}/flows/${flow}/run`)).run_id
  const done = await startRun()
  await until(async () => ((await call('GET', `${base}/runs/${done}`)).finished_at ? true : undefined), 60_000)

  await run(urlOf('shop'), 'insert into orders select n from generate_series(5001, 9000) n')
  const holder = new pg.Client({ connectionString: urlOf('shop') })
  await holder.connect()
  await holder.query('begin; lock table orders in access exclusive mode')
  const going = await startRun()
  await until(async () => ((await call('GET', `${base}/runs/${going}`)).attempt === 1 ? true : undefined), 60_000)

  return {
    base,
    organization,
    flow,
    done,
    going,
    release: async () => {
      await holder.query('commit')
      await holder.end()
    },
    arrived: () => run(urlOf('warehouse'), 'select count(*)::int as rows, count(distinct id)::int as ids from orders'),
    ended: (again) =>
      until(async () => {
        const found = await again('GET', `${base}/runs/${going}`)
        return found.finished_at ? found : undefined
      }, 90_000),
    stop: outside.stop,
  }
}

/** The second run brought everything once. */
export async function expectWhole(held: HeldRun, call: Call): Promise<void> {
  expect(await held.ended(call)).toMatchObject({ status: 'succeeded', rows_written: 9000 })
  expect(await held.arrived()).toEqual([{ rows: 9000, ids: 9000 }])
}
