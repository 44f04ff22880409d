import { run } from '../../support/run-sql.ts'
import type { GoodAccount } from './good-account.ts'
import type { Installation } from './installation.ts'

/** Rows that each good run appends. */
export const ORDERS = 500

export interface Verdict {
  readonly runs: number
  readonly retried: number
  /** Due times at which the run before had not ended. */
  readonly skipped: number
  /** Runs that have not succeeded, due times without a run, and rows that are missing. */
  readonly lost: readonly string[]
  /** Rows that arrived more than once. */
  readonly doubled: readonly string[]
  /** When each run was due, as `HH:MM`, and the seconds until its first attempt. */
  readonly starts: readonly { readonly due: string; readonly seconds: number }[]
}

interface GoodRun {
  readonly status: string
  readonly attempt: number
  readonly due: number
  readonly start: number | null
  readonly code: string | null
}

const MINUTE = 60

/** Looks at the runs that were due until a moment, and at what has arrived. */
export async function examine(
  { storeUrl, urlOf }: Installation,
  accounts: readonly GoodAccount[],
  until: Date,
): Promise<Verdict> {
  const lost: string[] = []
  const doubled: string[] = []
  const all: GoodRun[] = []
  for (const { flowId, target } of accounts) {
    const runs = await run<GoodRun>(
      storeUrl,
      `select status, attempt, extract(epoch from scheduled_for)::int as due, error->>'code' as code,
       extract(epoch from started_at - scheduled_for)::float as start
       from millrace.runs where flow_id = $1 and scheduled_for <= $2 order by scheduled_for`,
      [flowId, until],
    )
    all.push(...runs)
    for (const { status, due, code } of runs)
      if (status !== 'succeeded' && code !== 'RUN_SKIPPED')
        lost.push(`${target}, due ${clock(due)}: ${status} ${code ?? ''}`)
    for (const [at, { due }] of runs.entries()) {
      const next = runs[at + 1]?.due ?? due + MINUTE
      if (next - due > MINUTE) lost.push(`${target}: no run between ${clock(due)} and ${clock(next)}`)
    }
    const succeeded = runs.filter(({ status }) => status === 'succeeded').length
    const begun = runs.filter(({ start }) => start !== null).length
    const { least, most, orders } = await arrived(urlOf('warehouse'), target)
    if (orders < ORDERS || least < succeeded) lost.push(`${target}: an order ${least} times, after ${succeeded} runs`)
    // A run that failed because its process was killed may have brought its rows before.
    if (most > begun || most > least) doubled.push(`${target}: an order ${least} times, another ${most} times`)
  }
  return {
    runs: all.length,
    retried: all.filter(({ attempt }) => attempt > 1).length,
    skipped: all.filter(({ code }) => code === 'RUN_SKIPPED').length,
    lost,
    doubled,
    starts: all.flatMap(({ due, start }) => (start === null ? [] : [{ due: clock(due), seconds: start }])),
  }
}

/** How often the orders have arrived: each run brings each of them once. */
async function arrived(url: string, target: string) {
  const [found] = await run<{ least: number; most: number; orders: number }>(
    url,
    `select min(times)::int as least, max(times)::int as most, count(*)::int as orders
     from (select count(*) as times from ${target} group by id) each`,
  ).catch(() => [])
  return found ?? { least: 0, most: 0, orders: 0 }
}

/** Whether runs of these accounts have not ended yet. */
export async function areUnderWay({ storeUrl }: Installation, accounts: readonly GoodAccount[]): Promise<boolean> {
  const [found] = await run<{ runs: number }>(
    storeUrl,
    `select count(*)::int as runs from millrace.runs
     where flow_id = any($1) and status in ('queued', 'running', 'committing')`,
    [accounts.map(({ flowId }) => flowId)],
  )
  return (found?.runs ?? 0) > 0
}

const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16)
