import { isAllowed } from '../../../core/catalog/permissions.ts'
import { namesTables } from '../../../core/flows/names-tables.ts'
import { entitiesQuery } from '../../queries/use-connections.ts'
import { editedFlowQuery, flowQuery } from '../../queries/use-flows.ts'
import type { SignedInApp } from '../../services/signed-in-app-source.ts'

/** Requests a flow, and the tables of its source, before its page is rendered: the page finds the requests under way. A failure is the page's to show. */
export async function requestFlow({ services, queryClient }: SignedInApp, flowId: string): Promise<void> {
  const { active } = services.organizationState.get()
  if (!active) return
  const flow = await queryClient.fetchQuery(flowQuery(services, active.id, flowId)).catch(() => undefined)
  if (flow?.draft) await queryClient.prefetchQuery(editedFlowQuery(services, active.id, flow))
  const { id, type } = flow?.sourceConnection ?? {}
  const mayRead = active.roles === undefined || isAllowed(active.roles, 'connection.test')
  if (!flow || id === undefined || type === undefined || !mayRead || !namesTables(flow)) return
  await queryClient.prefetchQuery(entitiesQuery(services, active.id, { id, type }))
}
