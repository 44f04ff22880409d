import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { BatchChange } from './batch.ts'
import type { BatchRepository } from './batch-repository.ts'

interface BatchDeps {
  readonly organization: ActiveOrganization
  readonly batches: BatchRepository
}

const ask = forOrganization<BatchDeps>()

export const BATCH_CALLS = {
  startBatch: ask(({ batches }, organizationId, flowIds: readonly string[], change?: BatchChange) =>
    batches.start(organizationId, flowIds, change),
  ),
  listBatches: ask(({ batches }, organizationId) => batches.list(organizationId)),
  listBatchFlows: ask(({ batches }, organizationId, id: string) => batches.flowsOf(organizationId, id)),
  cancelBatch: ask(({ batches }, organizationId, id: string) => batches.cancel(organizationId, id)),
  closeBatch: ask(({ batches }, organizationId, id: string) => batches.close(organizationId, id)),
}
