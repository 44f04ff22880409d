import { RUN_KINDS } from '../../core/catalog/runs/run-kinds.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { wordsOf } from '../../core/catalog/words.ts'
import { endActiveRuns, endDeliveries, endOffers, jumpEpochs, markRestored } from '../store/backup/settle-store.ts'
import type { Query } from '../store/database/database.ts'
import { saveStreamPositions } from '../store/flows/stream-positions.ts'
import { countUsage } from '../store/runs/usage.ts'

const HINT = sentence`Look at the destination, then run the flow again.`

const NOT_BEGUN = {
  code: 'RESTORED',
  ...wordsOf({
    message: sentence`This run was waiting when the backup was made from which this organization was restored.`,
    hint: HINT,
  }),
}

const UNDER_WAY = {
  code: 'RESTORED',
  ...wordsOf({
    message: sentence`This run was under way when the backup was made from which this organization was restored. It may have ended elsewhere.`,
    hint: HINT,
  }),
}

/** Makes the store of a backup one that may run beside its original: see docs/decisions/0056-backups.md. @param at the time of the backup */
export async function settleRestored(query: Query, at: string): Promise<void> {
  await jumpEpochs(query)
  const ended = await endActiveRuns(query, { queued: NOT_BEGUN, begun: UNDER_WAY })
  for (const run of ended) {
    await countUsage(query, run.id)
    if (RUN_KINDS[run.work.kind].movesPosition) await saveStreamPositions(query, run)
  }
  await endOffers(query)
  await endDeliveries(query)
  await markRestored(query, at)
}
