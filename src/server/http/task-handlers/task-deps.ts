import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import type { Opening } from '../../domain/connections/open-endpoint.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import type { StartStandIn } from '../../domain/stand-ins/start-stand-in.ts'

/** What the work of calls needs, wherever it is done. */
export interface TaskDeps extends Opening {
  /** With an organization, what costs money counts in its budgets. */
  readonly contextFor: (signal: AbortSignal, organizationId?: string) => ConnectorContext
  readonly stepProcesses: StepProcesses
  readonly startRun: StartRun
  readonly databaseUrl: string
  readonly startStandIn: StartStandIn
}
