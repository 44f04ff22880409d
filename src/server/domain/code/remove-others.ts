import type { CodeKind } from '../../../core/catalog/code/code-documents.ts'
import { listConnections } from '../../store/connections/connections.ts'
import { listIntegrations } from '../../store/connections/integrations.ts'
import { trashChannel } from '../alerts/save-channel.ts'
import { trashConnection } from '../connections/change-connections.ts'
import { trashFlow } from '../flows/change-flows.ts'
import { trashIntegration } from '../integrations/change-integrations.ts'
import { requirePermissionsFor } from '../members/member.ts'
import type { CodeChange } from './code-document.ts'
import type { CodeScope } from './code-scope.ts'

/** Moves to the trash what no document describes, each before what it uses. @throws RequestError */
export async function removeOthers({ query, member, known }: CodeScope): Promise<readonly CodeChange[]> {
  const { organizationId } = member
  const changes: CodeChange[] = []
  const removed = (kind: CodeKind, { id, name }: { readonly id: string; readonly name: string }) =>
    void changes.push({ action: 'removed', kind, id, name, changes: [] })

  for (const channel of known['alert-channel'].others()) {
    requirePermissionsFor(member, 'alert-channel', {}, 'delete')
    await trashChannel(query, member, channel.id)
    removed('alert-channel', channel)
  }
  for (const flow of known.flow.others()) {
    requirePermissionsFor(member, 'flow', {}, 'delete')
    await trashFlow(query, member, flow.id)
    removed('flow', flow)
  }
  const before = await listConnections(query, organizationId)
  for (const connection of known.connection.others()) {
    requirePermissionsFor(member, 'connection', {}, 'delete')
    await trashConnection(query, member, connection.id)
    removed('connection', connection)
  }
  // Credentials of a connection come and go with it.
  const used = new Set((await listConnections(query, organizationId)).map((row) => row.integration_id))
  const usedBefore = new Set(before.map((row) => row.integration_id))
  for (const integration of await listIntegrations(query, organizationId)) {
    if (known.integration.isDescribed(integration.id) || used.has(integration.id)) continue
    requirePermissionsFor(member, 'integration', {}, 'delete')
    await trashIntegration(query, member, integration.id)
    if (!(integration.merged && usedBefore.has(integration.id))) removed('integration', integration)
  }
  return changes
}
