import type { Database, Query } from '../../store/database/database.ts'
import { listUnfinishedRuns } from '../../store/runs/unfinished-runs.ts'
import type { RunQueue } from './run-queue.ts'

/** After a store was copied without its queue: puts its runs that have not ended into the queue, unless they are there. @returns how many */
export const enqueueUnfinished = (
  database: Database,
  { enqueue, enqueueAgain }: Pick<RunQueue, 'enqueue' | 'enqueueAgain'>,
): Promise<number> =>
  database.asSystem(async (query) => {
    const runs = await listUnfinishedRuns(query)
    for (const { id, account, turn, ticket, has_begun: hasBegun, pause } of runs) {
      if (await hasJob(query, id)) continue
      if (hasBegun) await enqueueAgain(query, { id, account, ticket }, pause)
      else await enqueue(query, { id, account, turn })
    }
    return runs.length
  })

const hasJob = async (query: Query, runId: string): Promise<boolean> =>
  (await query(`select from millrace_queue.job where data->>'runId' = $1 limit 1`, [runId])).length > 0
