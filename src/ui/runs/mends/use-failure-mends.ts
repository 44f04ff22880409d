import type { Flow } from '../../../core/flows/flow.ts'
import { failedStreamOf, isMendable, needsTables } from '../../../core/mends/failed-stream-of.ts'
import { findMends } from '../../../core/mends/find-mends.ts'
import type { Mend } from '../../../core/mends/mend.ts'
import type { Run, RunError } from '../../../core/runs/run.ts'
import { useConnections } from '../../queries/use-connections.ts'
import { useFlow } from '../../queries/use-flows.ts'
import { useSourceTables } from './use-source-tables.ts'

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
  const tables = useSourceTables(run, flow, error.stream, needsTables(error))
  if (!connections || (!flow && !run.isFlowDeleted) || !isMendable(run, flow)) return { flow, mends: [], isLoading }
  return { flow, mends: findMends(failedStreamOf(run, error, { flow, connections, tables })), isLoading: false }
}
