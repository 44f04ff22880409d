import type { Outbox } from '../../../engine/ports/delivery.ts'
import type { Database } from '../../store/database/database.ts'
import { claimDelivery, finalizeDelivery, findDelivery } from '../../store/runs/outbox.ts'

/** The outbox of one attempt of a run, in the store that all attempts share. */
export const makeRunOutbox = (database: Database, runId: string, epoch: number): Outbox => ({
  find: (target) => database.asSystem((query) => findDelivery(query, runId, target)),
  claim: (target, rows) => database.asSystem((query) => claimDelivery(query, { runId, epoch, target, rows })),
  finalize: async (target, status) => {
    await database.asSystem((query) => finalizeDelivery(query, runId, target, status))
  },
})
