import { giveUpNextFlow, performNextFlow } from '../domain/batches/perform-next-flow.ts'
import type { Enqueue } from '../domain/runs/start-run.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import type { Database } from '../store/database/database.ts'
import type { Notifications } from '../store/database/notifications.ts'
import { listOpenBatches } from '../store/flows/batches.ts'

/** Does what people have asked for many flows. Every process may have one: they share the flows of a batch, and each flow is done once. */
export interface BatchWorker {
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

/** The maximum delay if a notification is lost, or a process fails in a batch. */
const LOOK_AT_LEAST_EVERY_MS = 30_000

export function makeBatchWorker({ database, notifications, enqueue, log }: Options): BatchWorker {
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
    while (isCalledAgain && !isStopped) {
      isCalledAgain = false
      try {
        // One flow of each in turn, so that nobody waits for the thousands of somebody else.
        for (const { id } of await database.asSystem(listOpenBatches)) if (await next(id)) isCalledAgain = true
      } catch (error) {
        log.warn('batches', { error: describeError(error) })
      }
    }
    if (!isStopped) timer = setTimeout(wake, LOOK_AT_LEAST_EVERY_MS)
  }

  const next = async (batchId: string): Promise<boolean> => {
    if (isStopped) return false
    try {
      return await database.asSystem((query) => performNextFlow(query, enqueue, batchId))
    } catch (error) {
      log.error('A flow of a batch could not be done.', { batch: batchId, error: describeError(error) })
      return giveUpNextFlow(database, batchId)
    }
  }

  notifications.listen('millrace_batches', wake)

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
