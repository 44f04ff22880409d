import { BATCH_ROUTES } from '../../../contract/batches.ts'
import type { BatchRepository } from '../../../core/batches/batch-repository.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'

export const httpBatchRepository = (http: HttpClient): BatchRepository => ({
  async start(orgId, flowIds, change) {
    const body = {
      flow_ids: [...flowIds],
      ...defined({
        change:
          change &&
          defined({
            enabled: change.enabled,
            schedule: change.schedule,
            freshness_minutes: change.freshnessMinutes,
            owner: change.owner && { uid: change.owner.uid },
            add_tags: change.addTags && [...change.addTags],
            remove_tags: change.removeTags && [...change.removeTags],
          }),
      }),
    }
    return map(await http.call(BATCH_ROUTES.startBatch, { params: { orgId }, body }), ({ id }) => id)
  },

  list: async (orgId) =>
    map(await http.call(BATCH_ROUTES.listBatches, { params: { orgId } }), (batches) =>
      batches.map(({ change, ...batch }) => ({ ...batch, isChange: change !== undefined })),
    ),

  flowsOf: (orgId, batchId) => http.call(BATCH_ROUTES.listBatchFlows, { params: { orgId, batchId } }),
  cancel: (orgId, batchId) => http.send(BATCH_ROUTES.cancelBatch, { params: { orgId, batchId } }),
  close: (orgId, batchId) => http.send(BATCH_ROUTES.closeBatch, { params: { orgId, batchId } }),
})
