import { flowOverviewQuery } from '../../queries/use-flow-overview.ts'
import { flowQuery } from '../../queries/use-flows.ts'
import type { SignedInApp } from '../../services/signed-in-app-source.ts'

/** Requests what the page of a flow shows, before it is rendered: the page finds the requests under way. A failure is the page's to show. */
export async function requestOverview({ services, queryClient }: SignedInApp, flowId: string): Promise<void> {
  const { active } = services.organizationState.get()
  if (!active) return
  await Promise.all([
    queryClient.prefetchQuery(flowQuery(services, active.id, flowId)),
    queryClient.prefetchQuery(flowOverviewQuery(services, active.id, flowId)),
  ])
}
