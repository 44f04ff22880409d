import { inOrganization } from '../organizations/active-organization.ts'
import type { ResourceCache } from '../resources/resource-cache.ts'
import type { Result } from '../result.ts'
import type { FlowDeps } from './deps.ts'
import type { FlowCalls } from './flow-calls.ts'
import type { TriggeredRun } from './flow-repository.ts'
import type { UniqueKeys } from './streams/unique-keys.ts'

export interface RunFlowDeps extends FlowDeps {
  readonly listFlows: FlowCalls['listFlows']
  readonly resources: ResourceCache
  readonly uniqueKeys: UniqueKeys
}

/** Starts a run, then reloads the flows (spec §4). */
export type RunFlow = (flowId: string) => Promise<Result<TriggeredRun>>

export function makeRunFlow({ organization, flows, listFlows, resources, uniqueKeys }: RunFlowDeps): RunFlow {
  // Without an answer the run may have started: the next attempt must be the same request, not a second run.
  const unanswered = new Map<string, string>()

  return (flowId) =>
    inOrganization(organization, async (organizationId) => {
      const key = unanswered.get(flowId) ?? uniqueKeys.next()
      const triggered = await flows.run(organizationId, flowId, key)
      if (!triggered.ok && triggered.failure.kind === 'network') unanswered.set(flowId, key)
      else unanswered.delete(flowId)
      if (!triggered.ok) return triggered

      if (isActive(organizationId)) await reload(organizationId)
      return triggered
    })

  async function reload(organizationId: string): Promise<void> {
    const reloaded = await listFlows()
    if (reloaded.ok && isActive(organizationId)) resources.keepFlows(organizationId, reloaded.value)
  }

  /** The person may have chosen another organization meanwhile, or signed out. */
  function isActive(organizationId: string): boolean {
    const active = organization.require()
    return active.ok && active.value === organizationId
  }
}
