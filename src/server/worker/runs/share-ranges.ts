import type { RangeSharing } from '../../../engine/move/ranges/range-sharing.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { deleteShare, forgetSilent, insertShare } from '../../store/runs/range-shares.ts'

/** An assistant without a heartbeat for this long counts as dead, like a worker in the queue. */
const SILENCE_SECONDS = 10
const LOOK_EVERY_MS = 3_000

interface Options {
  readonly database: Database
  readonly log: Log
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
}

/** Shares ranges of one attempt of a run through the store. If the store is unavailable, only the assistance is lost. */
export const makeShareRanges = ({ database, log, ...run }: Options): RangeSharing => ({
  share: async (share, onSilent) => {
    const unless = (error: unknown) => log.warn('range share', { error: describeError(error) })
    const id = await database.asSystem((query) => insertShare(query, { ...run, share })).catch(unless)
    if (id === undefined) return async () => undefined
    const look = async () => {
      const silent = await database.asSystem((query) => forgetSilent(query, id, SILENCE_SECONDS))
      for (const assistant of silent) onSilent(assistant)
    }
    const timer = setInterval(() => void look().catch(unless), LOOK_EVERY_MS)
    return async () => {
      clearInterval(timer)
      await database.asSystem((query) => deleteShare(query, id)).catch(unless)
    }
  },
})
