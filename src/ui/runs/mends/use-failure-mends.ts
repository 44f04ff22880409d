import type { Flow } from '../../../core/flows/flow.ts'
import { failedStreamOf, isMendable, needsTables } from '../../../core/mends/failed-stream-of.ts'
import { findMends } from '../../../core/mends/find-mends.ts'
import type { Mend } from '../../../core/mends/mend.ts'
import type { Run, RunError } from '../../../core/runs/run.ts'
import { useConnections, useEntities } from '../../queries/use-connections.ts'
import { useFlow } from '../../queries/use-flows.ts'
import { useKnownTables } from '../../queries/use-known-tables.ts'

export interface FailureMends {
  readonly flow: Flow | undefined
  readonly mends: readonly Mend[]
  readonly isLoading: boolean
}

/** What would mend a failure; nothing while the flow and its connections are not loaded. */
export function useFailureMends(run: Run, error: RunError): FailureMends {
  const { data: flow, isLoading: isFlowLoading } = useFlow(run.flowId, !run.isFlowDeleted)
  const { data: connections, isLoading: areConnectionsLoading } = useConnections()
  const isLoading = isFlowLoading || areConnectionsLoading
  const wantsTables = needsTables(error)
  const { id = '', type = '' } = flow?.sourceConnection ?? {}
  const { data: now } = useEntities({ id, type }, wantsTables && id !== '', run.finishedAt)
  const { data: known = [] } = useKnownTables(flow ?? NO_FLOW, wantsTables && flow !== undefined)
  if (!connections || (!flow && !run.isFlowDeleted) || !isMendable(run, flow)) return { flow, mends: [], isLoading }
  const tables = now && { now, known }
  return { flow, mends: findMends(failedStreamOf(run, error, { flow, connections, tables })), isLoading: false }
}

const NO_FLOW: Flow = { id: '', name: '', enabled: false, config: { streams: [], transformations: [] } }
