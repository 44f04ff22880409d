import {
  type Batch,
  cancelBatch,
  closeBatch,
  readBatches,
  readBatchFlows,
  startBatch,
} from '../../domain/batches/batches.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'

export const batchHandlers = ({ database }: { readonly database: Database }) =>
  ({
    startBatch: async ({ member, body: { flow_ids: flowIds, change } }) =>
      startBatch(database, member, { flowIds, change }),

    listBatches: async ({ member: { organizationId } }) => (await readBatches(database, organizationId)).map(toWire),

    listBatchFlows: async ({ member: { organizationId }, params }) =>
      readBatchFlows(database, organizationId, params['batchId'] ?? ''),

    cancelBatch: async ({ member, params }) => {
      await cancelBatch(database, member, params['batchId'] ?? '')
      return undefined
    },

    closeBatch: async ({ member, params }) => {
      await closeBatch(database, member, params['batchId'] ?? '')
      return undefined
    },
  }) satisfies Partial<Handlers>

const toWire = ({ failed: _, created_at, cancelled_at, failures, ...batch }: Batch) => ({
  ...batch,
  created_at: created_at.toISOString(),
  cancelled_at: cancelled_at?.toISOString() ?? null,
  failures: failures.flatMap(({ error, ...flow }) => (error ? [{ ...flow, error }] : [])),
})
