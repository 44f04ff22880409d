import type { Result } from '../result.ts'
import type { Run, RunLogFilter, RunLogPage, RunPage } from './run.ts'

/** An organization's runs. A server of the specification alone has none of it: `not-offered`. */
export interface RunRepository {
  listOfFlow(organizationId: string, flowId: string, cursor?: string): Promise<Result<RunPage>>
  get(organizationId: string, runId: string): Promise<Result<Run>>
  log(organizationId: string, runId: string, filter: RunLogFilter): Promise<Result<RunLogPage>>
  cancel(organizationId: string, runId: string): Promise<Result<Run>>
}
