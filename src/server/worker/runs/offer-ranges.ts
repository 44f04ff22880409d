import type { RangeHelp } from '../../../engine/move/range-help.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { deleteOffer, forgetSilent, insertOffer } from '../../store/runs/range-offers.ts'

/** A helper that says nothing for this long is taken for dead, as the queue takes a worker. */
const SILENCE_SECONDS = 10
const LOOK_EVERY_MS = 3_000

interface Options {
  readonly database: Database
  readonly log: Log
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
}

/** Offers ranges of one attempt of a run through the store. A store that is away costs the help and nothing else. */
export const makeOfferRanges = ({ database, log, ...run }: Options): RangeHelp => ({
  offer: async (offer, onSilent) => {
    const unless = (error: unknown) => log.warn('range offer', { error: describeError(error) })
    const id = await database.asSystem((query) => insertOffer(query, { ...run, offer })).catch(unless)
    if (id === undefined) return async () => undefined
    const look = async () => {
      const silent = await database.asSystem((query) => forgetSilent(query, id, SILENCE_SECONDS))
      for (const helper of silent) onSilent(helper)
    }
    const timer = setInterval(() => void look().catch(unless), LOOK_EVERY_MS)
    return async () => {
      clearInterval(timer)
      await database.asSystem((query) => deleteOffer(query, id)).catch(unless)
    }
  },
})
