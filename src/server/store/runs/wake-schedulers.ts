/** Wakes every process's scheduler; see schedules/scheduler.ts. */
export const NOTIFY_SCHEDULES = `pg_notify('millrace_schedules', '')`

/** For changed `runs`: wakes the schedulers if the end of one allows a waiting run of its flow to begin. */
export const NOTIFY_WAITING = (runs: string) =>
  `(select ${NOTIFY_SCHEDULES} from flows where id = ${runs}.flow_id and ${runs}.finished_at is not null
    and (due_at <= now() or exists (select from awaited_runs where awaited_runs.flow_id = flows.id)))`
