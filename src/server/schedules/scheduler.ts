import { raiseLateAlerts } from '../domain/alerts/raise-late-alerts.ts'
import type { Enqueue } from '../domain/runs/start-run.ts'
import { nextDue } from '../domain/schedules/next-due.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import type { Database } from '../store/database/database.ts'
import type { Notifications } from '../store/database/notifications.ts'
import { listFollowingFlows } from '../store/flows/awaited-runs.ts'
import { untilNextLate } from '../store/flows/flow-health.ts'
import { listDueFlows, lockUnplannedFlows, setDueAt, untilNextDue } from '../store/flows/schedules.ts'
import { startDueRun } from './start-due-run.ts'
import { startFollowingRun } from './start-following-run.ts'

/**
 * Starts flows when their schedules are due or the flows before them have ended, and finds late flows. Every process may have one: the first one
 * starts the run, the others do nothing.
 */
export interface Scheduler {
  start(): void
  /** Settles when no work is running. */
  stop(): Promise<void>
}

interface Options {
  readonly database: Database
  readonly notifications: Notifications
  readonly enqueue: Enqueue
  readonly log: Log
}

/** The maximum delay of a run if a notification is lost, or a process fails while starting it. */
const LOOK_AT_LEAST_EVERY_MS = 30_000

/** Number of flows that are processed at once. */
const BATCH = 500

export function makeScheduler({ database, notifications, enqueue, log }: Options): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isCalledAgain = false
  let isStopped = true

  const wake = () => {
    if (isStopped) return
    isCalledAgain = true
    working ??= work().finally(() => {
      working = undefined
    })
  }

  const work = async () => {
    clearTimeout(timer)
    let wait = LOOK_AT_LEAST_EVERY_MS
    while (isCalledAgain && !isStopped) {
      isCalledAgain = false
      try {
        await planNew(database, log)
        const { wait: untilDue, isAnyStarted } = await startDue({ database, enqueue, log }, () => isStopped)
        if (isAnyStarted) isCalledAgain = true
        wait = Math.min(untilDue, await noticeLate(database, () => isStopped))
      } catch (error) {
        log.warn('schedules', { error: describeError(error) })
      }
    }
    if (!isStopped) timer = setTimeout(wake, Math.min(wait, LOOK_AT_LEAST_EVERY_MS))
  }

  notifications.listen('millrace_schedules', wake)

  return {
    start: () => {
      isStopped = false
      wake()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}

/** Computes the first due times of flows. */
const planNew = (database: Database, log: Log) =>
  database.asSystem(async (query) => {
    for (const { id, schedule, now } of await lockUnplannedFlows(query, BATCH)) {
      await setDueAt(query, id, firstDue(log, id, schedule, now))
    }
  })

function firstDue(log: Log, flowId: string, schedule: Parameters<typeof nextDue>[0], now: Date): Date | undefined {
  try {
    return nextDue(schedule, now)
  } catch (error) {
    // A schedule from before schedules were checked when saved.
    log.warn('A schedule cannot be read and is never due.', { flowId, error: describeError(error) })
    return undefined
  }
}

/** @returns the time until the next due flow, in milliseconds, and whether any run was started */
async function startDue({ database, enqueue, log }: Omit<Options, 'notifications'>, isStopped: () => boolean) {
  const { due, following, wait } = await database.asSystem(async (query) => ({
    due: await listDueFlows(query, BATCH),
    following: await listFollowingFlows(query, BATCH),
    wait: await untilNextDue(query),
  }))
  let isAnyStarted = false
  const startEach = async (flows: typeof due, start: typeof startDueRun) => {
    for (const { id } of flows) {
      if (isStopped()) break
      try {
        if (await database.asSystem((query) => start(query, enqueue, id))) isAnyStarted = true
      } catch (error) {
        // If one flow cannot be started, the others must not wait.
        log.warn('A flow could not be started when it was due.', { flowId: id, error: describeError(error) })
      }
    }
  }
  await startEach(due, startDueRun)
  await startEach(following, startFollowingRun)
  return { wait: pauseOf(wait), isAnyStarted }
}

/** @returns the time until the next flow becomes late, in milliseconds */
async function noticeLate(database: Database, isStopped: () => boolean): Promise<number> {
  while (!isStopped() && (await database.asSystem((query) => raiseLateAlerts(query, BATCH))) === BATCH);
  return pauseOf(await database.asSystem(untilNextLate))
}

// By the database's clock a timer may be a little early, and is late only for a short time.
const pauseOf = (wait: number | undefined) =>
  wait === undefined ? LOOK_AT_LEAST_EVERY_MS : Math.max(Math.ceil(wait), 0) + 1
