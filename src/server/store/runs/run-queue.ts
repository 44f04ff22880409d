import { announcedWakeUp } from '../database/announcement.ts'
import { only, type Query } from '../database/database.ts'

/** Wakes the workers: there may be a run to begin. */
export const ANNOUNCED_QUEUE = announcedWakeUp('queue')

/** A worker without a heartbeat for this long counts as dead. */
const DEAD = `interval '10 seconds'`

/** A run that a worker has, until the queue gives it to another. */
export interface HeldRun {
  readonly run: string
  /** How often it was given to somebody: tells one time from another. */
  readonly given: number
}

export interface TakenRun extends HeldRun {
  /** See `claimRun`. */
  readonly ticket: number
  /** It takes a slot that is kept for accounts without another run. */
  readonly is_reserved: boolean
}

export interface WorkerRow {
  readonly id: string
  /** It takes only runs of this class; empty: those without one. */
  readonly class: string
  readonly slots: number
}

interface Wanted {
  readonly worker: WorkerRow
  readonly slots: number
  readonly reserved: number
}

/** Takes the runs whose turn it is, and that their accounts may have. */
export const takeRuns = (query: Query, { worker, slots, reserved }: Wanted): Promise<TakenRun[]> =>
  query<TakenRun>('select run, run_ticket as ticket, run_given as given, is_reserved from take_runs($1, $2, $3, $4)', [
    worker.id,
    worker.class,
    slots,
    reserved,
  ])

/** Whether the worker still has it. */
export const isHeldBy = async (query: Query, worker: string, { run, given }: HeldRun): Promise<boolean> =>
  (await query('select from run_queue where run_id = $1 and worker = $2 and given = $3', [run, worker, given])).length >
  0

/** Leaves a run to whoever takes it next. @param pause until then, in milliseconds */
export const giveRunBack = (query: Query, worker: string, { run, given }: HeldRun, pause: number): Promise<object[]> =>
  query(
    `with given_back as (
       update run_queue set worker = null, begins_at = greatest(begins_at, now() + $4 * interval '1 millisecond')
       where run_id = $1 and worker = $2 and given = $3 returning run_id)
     select ${ANNOUNCED_QUEUE} from given_back`,
    [run, worker, given, pause],
  )

/** A sign of life. @returns the runs that the worker has */
export const beat = (query: Query, { id, class: ofClass, slots }: WorkerRow): Promise<HeldRun[]> =>
  query<HeldRun>(
    `with seen as (
       insert into workers (id, class, slots) values ($1, $2, $3) on conflict (id) do update set seen_at = now())
     select run_id as run, given from run_queue where worker = $1`,
    [id, ofClass, slots],
  )

/** Which of these runs are in the queue: the others have ended. */
export const listQueued = (query: Query, runs: readonly string[]): Promise<{ run: string }[]> =>
  query<{ run: string }>('select run_id as run from run_queue where run_id = any($1)', [runs])

/**
 * The worker ends: others take what it had. Runs that it had no time to release count as released: it did not die. They are locked before their places
 * in the queue, as by whoever ends them.
 */
export const removeWorker = (query: Query, worker: string): Promise<object[]> =>
  query(
    `with gone as (delete from workers where id = $1),
     held as (select id from run_queue join runs on id = run_id where worker = $1 for update of runs),
     released as (
       update runs set retry_at = now() from held where runs.id = held.id and status in ('running', 'committing') and retry_at is null),
     freed as (update run_queue set worker = null from held where run_id = held.id and worker = $1 returning run_id)
     select ${ANNOUNCED_QUEUE} from freed limit 1`,
    [worker],
  )

/** Frees the runs of workers that have not been heard of for too long. */
export const removeDeadWorkers = (query: Query): Promise<object[]> =>
  query(
    `with dead as (delete from workers where seen_at < now() - ${DEAD} returning id),
     freed as (update run_queue set worker = null from dead where worker = dead.id returning run_id)
     select ${ANNOUNCED_QUEUE} from freed limit 1`,
  )

/**
 * Puts runs into the queue that have not ended and are not in it: those that a process of 0.1.0 has started, which has another queue and
 * leaves them there until it takes them, and those of a store that was copied. @returns how many
 */
export async function queueMissingRuns(query: Query): Promise<number> {
  await query(
    `update run_queue set worker = null where worker is not null and not exists (select from workers where id = worker)`,
  )
  const [old] = await query<{ has_jobs: boolean }>(`select to_regclass('millrace_queue.job') is not null as has_jobs`)
  const isLeft = old?.has_jobs
    ? `not exists (select from millrace_queue.job where job.id = runs.id and name = 'runs' and state = 'active' and heartbeat_on > now() - ${DEAD})`
    : 'true'
  if (old?.has_jobs)
    await query(
      `delete from millrace_queue.job where name = 'runs' and (state < 'active' or state = 'active' and heartbeat_on <= now() - ${DEAD})`,
    )
  const { count } = await only(
    query<{ count: number }>(
      `with missing as (
         insert into run_queue (run_id, organization_id, account, class, turn, queued_at, begins_at, ticket)
         select id, organization_id, coalesce(account, account_of(organization_id)), coalesce(flow_snapshot->'config'->>'worker_class', ''), case when status = 'queued' then turn else 0 end,
           queued_at, coalesce(retry_at, now()), ticket
         from runs where status in ('queued', 'running', 'committing') and not exists (select from run_queue where run_id = id) and ${isLeft}
         on conflict do nothing returning run_id)
       select count(*)::int as count from missing`,
    ),
  )
  return count
}

/** For a store that was copied: nobody has its runs. @returns how many there are */
export async function freeAllRuns(query: Query): Promise<number> {
  await query('delete from workers')
  await queueMissingRuns(query)
  const { count } = await only(query<{ count: number }>('select count(*)::int as count from run_queue'))
  return count
}

/** Of live workers; an empty one if there are workers without. */
export const listWorkerClasses = (query: Query): Promise<Pick<WorkerRow, 'class'>[]> =>
  query<Pick<WorkerRow, 'class'>>(`select distinct class from workers where seen_at > now() - ${DEAD} order by class`)
