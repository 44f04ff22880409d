import { announcedWakeUp, announcedWakeUpIf } from '../database/announcement.ts'

/** Wakes every process's scheduler; see schedules/scheduler.ts. */
export const ANNOUNCED_SCHEDULES = announcedWakeUp('schedules')

/** For changed `runs`: wakes the schedulers if the end of one allows a waiting run of its flow to begin. */
export const ANNOUNCED_WAITING = (runs: string) =>
  announcedWakeUpIf(
    'schedules',
    `from flows where id = ${runs}.flow_id and ${runs}.finished_at is not null
    and (due_at <= now() or exists (select from awaited_runs where awaited_runs.flow_id = flows.id))`,
  )
