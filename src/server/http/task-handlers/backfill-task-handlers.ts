import { countBackfill } from '../../domain/runs/count-backfill.ts'
import type { TaskHandlers } from '../task-call.ts'
import type { TaskDeps } from './task-deps.ts'

/** What a backfill would read. */
export const backfillTaskHandlers = ({ contextFor, ...deps }: TaskDeps) =>
  ({
    countBackfill: async ({ member, params, body, signal }) => {
      const wanted = { flowId: params['flowId'] ?? '', parts: body.streams }
      return { streams: await countBackfill(deps, member, wanted, contextFor(signal)) }
    },
  }) satisfies Partial<TaskHandlers>
