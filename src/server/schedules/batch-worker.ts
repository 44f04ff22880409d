import { giveUpNextFlow, performNextFlow } from '../domain/batches/perform-next-flow.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import { makeWakeUpLoop, type WakeUpLoop } from '../host/wake-up-loop.ts'
import type { Database } from '../store/database/database.ts'
import type { Notifications } from '../store/database/notifications.ts'
import { listOpenBatches } from '../store/flows/batches.ts'

interface Options {
  readonly database: Database
  readonly notifications: Notifications
  readonly log: Log
}

/** Does what people have asked for many flows. Every process may have one: they share the flows of a batch, and each flow is done once. */
export function makeBatchWorker({ database, notifications, log }: Options): WakeUpLoop {
  const next = async (batchId: string): Promise<boolean> => {
    try {
      return await database.asSystem((query) => performNextFlow(query, batchId))
    } catch (error) {
      log.error('A flow of a batch could not be done.', { batch: batchId, error: describeError(error) })
      return giveUpNextFlow(database, batchId)
    }
  }

  const work = async (signal: AbortSignal) => {
    // One flow of each in turn, so that nobody waits for the thousands of somebody else.
    for (const { id } of await database.asSystem(listOpenBatches)) if (!signal.aborted && (await next(id))) loop.wake()
    return undefined
  }

  const loop = makeWakeUpLoop({ work, log, subject: 'batches' })
  notifications.listen('millrace_batches', loop.wake)
  return loop
}
