import { defined } from '../../catalog/defined.ts'
import type { EditedFlow, Flow } from '../flow.ts'

/**
 * The flow that runs use, after an edit of it was saved. What it moves, and how, is only in the draft if there is one; the rest holds at once.
 * @param known what was known of it before
 */
export function publishedFlow(known: Flow | undefined, edited: EditedFlow): Flow {
  const { draftChanges: _1, publishesAtOnce: _2, base: _3, changedBy: _4, ...flow } = edited
  const lastRun = known?.lastRun ?? flow.lastRun
  if (!flow.draft || !known) return { ...flow, ...defined({ lastRun }) }
  const { schedule, after, budget } = flow.config
  const { schedule: _5, after: _6, budget: _7, ...drafted } = known.config
  const { sourceConnection, destinationConnection } = known
  return {
    ...flow,
    ...defined({ sourceConnection, destinationConnection, lastRun }),
    config: { ...drafted, ...defined({ schedule, after, budget }) },
  }
}
