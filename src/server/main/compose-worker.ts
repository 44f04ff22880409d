import { randomUUID } from 'node:crypto'

import { RANGE_PLAN } from '../../engine/move/ranges/range-plan.ts'
import { endDeletedOrganizations } from '../domain/organizations/delete-organization.ts'
import { emptyTrash } from '../domain/trash/delete-permanently.ts'
import { describeError } from '../host/describe-error.ts'
import { clearEnded } from '../sample-data/clear-ended.ts'
import { makeBatchWorker } from '../schedules/batch-worker.ts'
import { expire } from '../schedules/expire.ts'
import { makeScheduler } from '../schedules/scheduler.ts'
import { followMirrorsInProcesses } from '../tasks/follow-mirrors-in-processes.ts'
import { performRunsInProcesses } from '../tasks/perform-runs-in-processes.ts'
import { makeAlertSender } from '../worker/alerts/alert-sender.ts'
import { makeFollowMirror } from '../worker/mirrors/follow-mirror.ts'
import { keepMirrors } from '../worker/mirrors/mirror-keeper.ts'
import { makeMirrorLoop } from '../worker/mirrors/mirror-loop.ts'
import { makeCancellations } from '../worker/runs/cancellations.ts'
import { makeExecuteRun } from '../worker/runs/execute-run.ts'
import { makeMeasureRun } from '../worker/runs/measure-run.ts'
import { makeRangeAssistant } from '../worker/runs/range-assistant.ts'
import { performRunsHere } from './perform-runs-here.ts'
import { mirrorLogOf } from './read-task-limits.ts'
import type { Runtime, RuntimeOptions } from './runtime.ts'

/** A part of a process that works by itself, without calls. */
export interface Worker {
  start(): Promise<void>
  stop(): Promise<void>
}

/** The part that moves rows: executes runs from the queue. */
export function composeRuns(foundation: Runtime): Worker {
  const { log, metrics, schema, database, notifications, queue } = foundation
  const { onCancel } = makeCancellations({ notifications, database })
  const { attempt, assistRun } = foundation.tasks
    ? performRunsInProcesses({ tasks: foundation.tasks, database, log, onCancel })
    : performRunsHere({ ...foundation, counters: metrics }, onCancel)
  const executeRun = makeExecuteRun({ database, log, attempt })
  const measureRun = makeMeasureRun({ database, counters: metrics, tracer: foundation.tracer, executeRun })
  let underWay = 0
  let busy = new AbortController()
  const assistant = makeRangeAssistant({
    database,
    notifications,
    log,
    assistRun,
    busy: () => busy.signal,
    workerClass: foundation.config.workerClass,
    idleCores: (foundation.ranges ?? RANGE_PLAN).idleCores ?? 0,
  })
  schema.whenNewer(() => {
    void assistant.stop()
    log.error('A newer version of Millrace has taken over the database: this process starts no more runs. Replace it.')
    void queue.stopTaking()
  })
  return {
    start: async () => {
      await queue.work(async (runId, lost, job) => {
        // Thrown, so that the queue keeps the run for a process with the current version of the store.
        if ((await schema.newer()).length > 0) throw new Error('the store is newer than this process')
        underWay++
        busy.abort()
        try {
          await measureRun(runId, lost, job)
        } finally {
          underWay--
          if (underWay === 0) {
            busy = new AbortController()
            assistant.look()
          }
        }
      })
      assistant.look()
    },
    stop: async () => {
      await Promise.all([queue.handBack(), assistant.stop()])
    },
  }
}

/** The part that follows logs. */
export function composeMirrors(foundation: Runtime): Worker {
  const { log, schema, database, notifications, tasks, confirmConsent } = foundation
  const loop = makeMirrorLoop((signals) => {
    if (tasks) return followMirrorsInProcesses({ tasks, database, notifications, log }, signals)
    const follow = makeFollowMirror({
      ...foundation,
      confirmConsent: confirmConsent.ofConnection,
      logBytes: mirrorLogOf(foundation.config),
    })
    return keepMirrors({ database, log, follow, signals, heldBy: randomUUID(), account: undefined })
  })
  schema.whenNewer(() => void loop.stop())
  return { start: async () => loop.start(), stop: loop.stop }
}

/** Expired data is deleted soon, whether anything runs or not. */
const EXPIRE_EVERY_MS = 60 * 60 * 1000

/** Timed work: starts scheduled runs, sends alerts, and deletes expired data. */
export function composeSchedules(foundation: Runtime, { databaseUrl }: Pick<RuntimeOptions, 'databaseUrl'>): Worker {
  const { config, log, schema, database, notifications, sendAlert } = foundation
  const scheduler = makeScheduler({ database, notifications, log })
  const batches = makeBatchWorker({ database, notifications, log })
  const alerts = makeAlertSender({ database, notifications, send: sendAlert, log })
  let expiring: NodeJS.Timeout | undefined
  let deleting: Promise<void> = Promise.resolve()
  const deleteExpired = async () => {
    try {
      await expire(database, config.retention, log)
      await emptyTrash(foundation)
      await endDeletedOrganizations(database)
      await clearEnded({ database, databaseUrl, log })
    } catch (error) {
      log.warn('expiry', { error: describeError(error) })
    }
  }
  const stop = async () => {
    clearInterval(expiring)
    await scheduler.stop()
    await batches.stop()
    await alerts.stop()
    await deleting
  }
  schema.whenNewer(() => void stop())
  return {
    start: async () => {
      deleting = deleteExpired()
      expiring = setInterval(() => {
        deleting = deleteExpired()
      }, EXPIRE_EVERY_MS)
      scheduler.start()
      batches.start()
      alerts.start()
    },
    stop,
  }
}
