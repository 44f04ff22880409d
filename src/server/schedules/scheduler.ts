import { raiseLateAlerts } from '../domain/alerts/raise-late-alerts.ts'
import { nextDue } from '../domain/schedules/next-due.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import { makeWakeUpLoop, type WakeUpLoop } from '../host/wake-up-loop.ts'
import type { Database } from '../store/database/database.ts'
import type { Notifications } from '../store/database/notifications.ts'
import { listFollowingFlows } from '../store/flows/awaited-runs.ts'
import { untilNextLate } from '../store/flows/flow-health.ts'
import { listDueFlows, lockUnplannedFlows, setDueAt, untilNextDue } from '../store/flows/schedules.ts'
import { startDueRun } from './start-due-run.ts'
import { startFollowingRun } from './start-following-run.ts'

interface Options {
  readonly database: Database
  readonly notifications: Notifications
  readonly log: Log
}

/** Number of flows that are processed at once. */
const BATCH = 500

/** Each start waits for the store a dozen times, which others can use. */
const AT_ONCE = 4

const NEVER = Number.POSITIVE_INFINITY

/**
 * Starts flows when their schedules are due or the flows before them have ended, and finds late flows. Every process may have one: the first one
 * starts the run, the others do nothing.
 */
export function makeScheduler({ database, notifications, log }: Options): WakeUpLoop {
  const work = async (signal: AbortSignal) => {
    await planNew(database, log)
    const { untilDue, isAnyStarted } = await startDue({ database, log }, signal)
    if (isAnyStarted) loop.wake()
    return Math.min(untilDue, await noticeLate(database, signal))
  }

  const loop = makeWakeUpLoop({ work, log, subject: 'schedules' })
  notifications.listen('millrace_schedules', loop.wake)
  return loop
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
async function startDue({ database, log }: Omit<Options, 'notifications'>, signal: AbortSignal) {
  const { due, following, untilDue } = await database.asSystem(async (query) => ({
    due: await listDueFlows(query, BATCH),
    following: await listFollowingFlows(query, BATCH),
    untilDue: (await untilNextDue(query)) ?? NEVER,
  }))
  let isAnyStarted = false
  const startEach = (flows: typeof due, start: typeof startDueRun) =>
    inLanes(flows, async ({ id }) => {
      if (signal.aborted) return
      try {
        if (await database.asSystem((query) => start(query, id))) isAnyStarted = true
      } catch (error) {
        // If one flow cannot be started, the others must not wait.
        log.warn('A flow could not be started when it was due.', { flowId: id, error: describeError(error) })
      }
    })
  await startEach(due, startDueRun)
  await startEach(following, startFollowingRun)
  return { untilDue, isAnyStarted }
}

/** In their order, some at once. */
async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** @returns the time until the next flow becomes late, in milliseconds */
async function noticeLate(database: Database, signal: AbortSignal): Promise<number> {
  while (!signal.aborted && (await database.asSystem((query) => raiseLateAlerts(query, BATCH))) === BATCH);
  return (await database.asSystem(untilNextLate)) ?? NEVER
}
