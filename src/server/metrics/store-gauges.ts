import type { Database, Query } from '../store/database/database.ts'
import type { Gauge } from './metrics.ts'

interface StatusRow {
  readonly status: string
  readonly runs: number
}

interface ClassRow {
  readonly class: string
  readonly workers: number
  /** The longest waiting time of a run, in seconds. */
  readonly oldest: number
}

interface MirrorsRow {
  readonly state: string
  readonly mirrors: number
  /** How long ago the one that is furthest behind was equal to its source, in seconds. */
  readonly behind: number
}

const UNFINISHED = ['queued', 'running', 'committing']

/** Metrics of the whole installation: every process reports the same values. */
export const storeGauges = (database: Database): Promise<Gauge[]> =>
  database.asSystem(async (query) => {
    const gauges: Gauge[] = []
    for (const read of [runGauges, queueGauges, transactionGauges, mirrorGauges, backupGauges])
      gauges.push(...(await read(query)))
    return gauges
  })

async function runGauges(query: Query): Promise<readonly Gauge[]> {
  const rows = await query<StatusRow>(
    `select status, count(*) as runs from runs where status in ('queued', 'running', 'committing') group by status`,
  )
  const runsIn = (status: string) => rows.find((row) => row.status === status)?.runs ?? 0
  return [
    {
      name: 'millrace_runs',
      help: 'Runs that have not ended, by state; of all processes together.',
      values: UNFINISHED.map((status) => ({ labels: { status }, value: runsIn(status) })),
    },
  ]
}

async function queueGauges(query: Query): Promise<readonly Gauge[]> {
  const classes = await query<ClassRow>(
    `with waiting as (
       select class, extract(epoch from now() - min(queued_at))::float as oldest from run_queue where worker is null and turn > 0 group by class),
     live as (select class, count(*) as workers from workers where seen_at > now() - interval '10 seconds' group by class)
     select class, coalesce(workers, 0) as workers, coalesce(oldest, 0) as oldest
     from (values ('')) usual (class) full join live using (class) full join waiting using (class) order by class`,
  )
  return [
    {
      name: 'millrace_queue_oldest_seconds',
      help: 'How long the longest-waiting run has waited, by the class of workers that takes it; of all processes together.',
      values: classes.map((row) => ({ labels: { class: row.class }, value: row.oldest })),
    },
    {
      name: 'millrace_workers',
      help: 'Workers that live, by class; of all processes together.',
      values: classes.map((row) => ({ labels: { class: row.class }, value: row.workers })),
    },
  ]
}

async function transactionGauges(query: Query): Promise<readonly Gauge[]> {
  const [oldest] = await query<{ seconds: number | null }>(
    `select extract(epoch from now() - min(xact_start))::float as seconds from pg_stat_activity
     where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`,
  )
  return [
    {
      name: 'millrace_store_oldest_transaction_seconds',
      help: 'How long the oldest transaction of the store has been open: vacuum removes nothing that is younger.',
      values: [{ value: oldest?.seconds ?? 0 }],
    },
  ]
}

async function mirrorGauges(query: Query): Promise<readonly Gauge[]> {
  const mirrors = await query<MirrorsRow>(
    `select state, count(*) as mirrors, extract(epoch from now() - min(coalesce(caught_up_at, started_at)))::float as behind
     from mirrors where wanted = 'on' group by state`,
  )
  if (mirrors.length === 0) return []
  return [
    {
      name: 'millrace_mirrors',
      help: 'Mirrors that should follow their source, by state; of all processes together.',
      values: mirrors.map(({ state, mirrors: value }) => ({ labels: { state }, value })),
    },
    {
      name: 'millrace_mirror_behind_seconds',
      help: 'How long ago the mirror that is furthest behind was equal to its source; of all processes together.',
      values: [{ value: Math.max(...mirrors.map(({ behind }) => behind)) }],
    },
  ]
}

async function backupGauges(query: Query): Promise<readonly Gauge[]> {
  const [backup] = await query<{ at: number }>(
    'select extract(epoch from finished_at)::float as at from daily_backups where finished_at is not null',
  )
  if (!backup) return []
  return [
    {
      name: 'millrace_last_backup_timestamp_seconds',
      help: 'When the last daily backup was complete, in seconds since 1970; of all processes together.',
      values: [{ value: backup.at }],
    },
  ]
}
