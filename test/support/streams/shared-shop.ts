import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect } from 'vitest'
import { run } from '../run-sql.ts'
import { addEnds, startShop } from '../shop.ts'
import type { Api } from '../start-api.ts'
import { startWorker } from '../start-worker.ts'

export const ROWS = 300

/** Twelve tables; the worker of the run has the first three, and the others wait. */
export const TABLES = Array.from({ length: 12 }, (_, at) => `t${String(at + 1).padStart(2, '0')}`)
const OF_OWNER = 3

/** Of two tables. */
const STEPS = [
  { id: 'few', type: 'filter', stream: 'public.t05', settings: { where: 'id > 100' } },
  { id: 'hidden', type: 'mask', stream: 'public.t06', settings: { columns: [{ column: 'note', method: 'hash' }] } },
]

export const PATIENCE = { timeout: 60_000, interval: 100 }

/** A shop whose tables several workers can move at once, each a process of its own. */
export async function openSharedShop(options: Parameters<typeof startShop>[0] = {}) {
  const { api, base, source, target } = await startShop({ takesRuns: false, ...options })
  const workers = new Set<ChildProcess>()
  for (const table of TABLES)
    await run(
      source,
      `create table ${table} as select n as id, 'row ' || n as note from generate_series(1, ${ROWS}) n; alter table ${table} add primary key (id)`,
    )
  await run(
    target,
    `create function at_gate(id int, gate int) returns boolean language plpgsql as
     $$ begin if id = 50 then perform pg_catalog.pg_advisory_xact_lock_shared(gate); end if; return true; end $$`,
  )
  const gate = new pg.Client({ connectionString: target })
  await gate.connect()
  const ends = await addEnds(api, base)

  const shop = {
    api,
    base,
    source,
    target,
    /** Rows that pass gate 1 are those of the first three tables, and those of gate 2 of the fourth. */
    close: (number: 1 | 2) => gate.query('select pg_advisory_lock($1)', [number]),
    open: (number: 1 | 2) => gate.query('select pg_advisory_unlock($1)', [number]),
    /** The targets as they are before the run, and a flow of all tables. @returns its id */
    newFlow: async (): Promise<string> => {
      await run(target, `drop table if exists ${TABLES.join(', ')}`)
      for (const table of TABLES.slice(0, OF_OWNER + 1)) {
        const number = table === 't04' ? 2 : 1
        await run(target, `create table ${table} (id int check (public.at_gate(id, ${number})), note text)`)
      }
      await run(target, `create table t07 (id int, note varchar(6))`)
      await run(target, `create table t08 (id int check (id < 100), note text)`)
      const streams = TABLES.map((table) => ({
        entity: `public.${table}`,
        mode: 'replace',
        ...(table === 't07' && { on_invalid: 'reject' }),
      }))
      const config = { streams, transformations: STEPS }
      const added = await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', config, ...ends })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      return added.body.id
    },
    start: async (flowId: string): Promise<string> =>
      (await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)).body.run_id,
    read: async (runId: string) => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body,
    logOf: async (runId: string): Promise<string> =>
      (
        await run<{ message: string }>(
          api.storeUrl,
          `select message from millrace.run_log where run_id = '${runId}' order by id`,
        )
      )
        .map(({ message }) => message)
        .join('\n'),
    addWorker: async (environment: Readonly<Record<string, string>> = {}, storeUrl = api.storeUrl) => {
      const worker = await startWorker({ ...api, storeUrl, script: 'streams/sharing-worker.ts' }, environment)
      workers.add(worker)
      return worker
    },
    endWorkers: async (): Promise<void> => {
      const ended = [...workers].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      for (const worker of ended) worker.kill('SIGKILL')
      await Promise.all(ended.map((worker) => once(worker, 'exit')))
      workers.clear()
    },
    stop: async (): Promise<void> => {
      await shop.endWorkers()
      await gate.end()
      await api.stop()
    },
  }
  return shop
}

export type SharedShop = Awaited<ReturnType<typeof openSharedShop>>

/** Sessions that have rows on their way to the target and cannot go on. */
export const waitAtGates = ({ target }: SharedShop, sessions: number) =>
  expect
    .poll(
      async () =>
        (await run(target, `select from pg_stat_activity where wait_event = 'advisory' and query ilike 'copy%'`))
          .length,
      PATIENCE,
    )
    .toBe(sessions)

/** Streams of a run that are over. */
export const waitForEnded = (shop: SharedShop, runId: string, count: number) =>
  expect
    .poll(
      async () =>
        (await shop.read(runId)).streams.filter(({ status }: { status: string }) =>
          ['succeeded', 'failed'].includes(status),
        ).length,
      PATIENCE,
    )
    .toBe(count)

export async function waitForEnd(shop: SharedShop, runId: string): Promise<void> {
  const isOver = async () => (await shop.read(runId)).finished_at !== null
  await expect.poll(isOver, { timeout: 120_000, interval: 100 }).toBe(true)
}

/** All rows of every table that succeeds, each once, and nothing besides. */
export async function expectAllRowsOnce({ api, target }: SharedShop): Promise<void> {
  const counts = TABLES.filter((table) => table !== 't08').map(
    (table) => `select '${table}' as name, count(*)::int as rows, count(distinct id)::int as ids from ${table}`,
  )
  const arrived = await run<{ name: string; rows: number; ids: number }>(
    target,
    `${counts.join(' union all ')} order by 1`,
  )
  const rowsOf = (table: string) => (table === 't05' ? ROWS - 100 : table === 't07' ? 99 : ROWS)
  expect(arrived).toEqual(arrived.map(({ name }) => ({ name, rows: rowsOf(name), ids: rowsOf(name) })))
  await expectNothingLeft({ api, target })
}

export async function expectNothingLeft({
  api,
  target,
}: {
  readonly api: Api
  readonly target: string
}): Promise<void> {
  const tables = await run(
    target,
    `select relname from pg_class where relname like '\\_millrace%' and relname not like '\\_millrace\\_fence%'`,
  )
  expect(tables).toEqual([])
  for (const table of ['range_offers', 'range_helpers', 'stream_claims'])
    expect(await run(api.storeUrl, `select * from millrace.${table}`)).toEqual([])
}

/** A process and those that it has started. */
export function familyOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}
