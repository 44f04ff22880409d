import type { Route } from '../../contract/route.ts'
import { withStoreRefusal } from '../domain/store-refusal.ts'
import type { PlainCall, TaskCallName, TaskHandler, TaskHandlers } from '../http/task-call.ts'
import type { TaskDeps } from '../http/task-handlers/task-deps.ts'

/** Calls whose code is loaded together, when one of them is first made. */
type Group<Name extends TaskCallName> = () => Promise<(deps: TaskDeps) => Pick<TaskHandlers, Name>>

const connections = async () =>
  (await import('../http/task-handlers/connection-task-handlers.ts')).connectionTaskHandlers
const drawnFlows = async () => (await import('../http/task-handlers/drawn-flow-handlers.ts')).drawnFlowHandlers
const code = async () => (await import('../http/task-handlers/code-task-handlers.ts')).codeTaskHandlers
const integrations = async () =>
  (await import('../http/task-handlers/integration-task-handlers.ts')).integrationTaskHandlers
const sampleData = async () =>
  (await import('../http/task-handlers/sample-data-task-handlers.ts')).sampleDataTaskHandlers

const GROUPS: { readonly [Name in TaskCallName]: Group<Name> } = {
  testUnsavedConnection: connections,
  testConnection: connections,
  discoverConnection: connections,
  findRefusals: connections,
  showRows: connections,
  cloneConnection: connections,
  previewFlow: drawnFlows,
  planStream: drawnFlows,
  planStructure: drawnFlows,
  planTargets: drawnFlows,
  estimateFlow: drawnFlows,
  getFlowEstimate: drawnFlows,
  countBackfill: async () => (await import('../http/task-handlers/backfill-task-handlers.ts')).backfillTaskHandlers,
  checkMirror: async () => (await import('../http/task-handlers/mirror-task-handlers.ts')).mirrorTaskHandlers,
  changeTarget: async () => (await import('../http/task-handlers/target-change-handlers.ts')).targetChangeHandlers,
  showFlowRows: async () => (await import('../http/task-handlers/assistant-task-handlers.ts')).assistantTaskHandlers,
  createSampleData: sampleData,
  addStandIn: sampleData,
  createIntegration: integrations,
  updateIntegration: integrations,
  exportCode: code,
  planCode: code,
  tryCode: code,
  proposeFlow: code,
  applyCode: code,
}

/** Does the work of a call of tasks. @returns plain values. @throws RequestError, ConnectorError */
export async function performTaskCall(
  deps: TaskDeps,
  name: TaskCallName,
  call: PlainCall,
  signal: AbortSignal,
): Promise<unknown> {
  const handlers: Partial<TaskHandlers> = (await GROUPS[name]())(deps)
  const handler = handlers[name] as TaskHandler<Route>
  return handler({ ...call, signal }).catch((error: unknown) => {
    // The class of the store does not travel.
    throw withStoreRefusal(error)
  })
}
