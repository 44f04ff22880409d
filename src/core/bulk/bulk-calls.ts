import type { BulkCallName } from '../catalog/bulk-calls.ts'
import { defined } from '../catalog/defined.ts'
import type { SaveFlowDraft } from '../flows/drafts/save-flow-draft.ts'
import type { PositionStore } from '../flows/positions/position-store.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import { map } from '../result.ts'
import type { BulkCall, BulkRepository } from './bulk-repository.ts'
import { bulkResult } from './bulk-result.ts'
import type { RemoveConnections } from './remove-connections.ts'

export interface BulkDeps {
  readonly organization: ActiveOrganization
  readonly bulk: BulkRepository
  readonly positions: PositionStore
  readonly saveFlowDraft: SaveFlowDraft
}

const ask = forOrganization<BulkDeps>()

const each = (call: BulkCallName, body?: BulkCall['body']) =>
  ask(async ({ bulk }, organizationId, ids: readonly string[]) =>
    map(await bulk.perform(organizationId, [defined({ call, ids, body })]), bulkResult),
  )

/** Lists of connections alone need it. */
const makeRemoveConnectionsOnUse =
  (deps: BulkDeps): RemoveConnections =>
  async (connections) =>
    (await import('./remove-connections.ts')).makeRemoveConnections(deps)(connections)

export const BULK_CALLS = {
  /** The data of each flow in this browser is deleted with it. */
  deleteFlows: ask(async ({ bulk, positions, saveFlowDraft }, organizationId, ids: readonly string[]) => {
    const result = map(await bulk.perform(organizationId, [{ call: 'deleteFlow', ids }]), bulkResult)
    if (!result.ok) return result
    for (const id of ids.filter((deleted) => !result.value.failures.has(deleted))) {
      positions.remove(id)
      saveFlowDraft(id, undefined)
    }
    return result
  }),
  testConnections: each('testConnection'),
  removeConnections: makeRemoveConnectionsOnUse,
  removeIntegrations: each('deleteIntegration'),
}
