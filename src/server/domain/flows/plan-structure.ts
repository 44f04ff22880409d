import { defined } from '../../../core/catalog/defined.ts'
import type { MoveRequest } from '../../../engine/move/run/move-request.ts'
import type { StreamRequest } from '../../../engine/move/run/stream-request.ts'
import { planFlowStructure } from '../../../engine/move/structure/plan-flow-structure.ts'
import type { StructureObject } from '../../../engine/move/structure/structure-object.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import type { Step } from '../../../engine/transform/columns/step.ts'
import { askDestination } from '../connections/ask-destination.ts'
import { inspectSource } from '../connections/inspect-source.ts'
import type { OpenedConnection } from '../connections/open-endpoint.ts'
import { withBinder } from './with-binder.ts'

export interface StructureRequest {
  /** Absent: it is not saved yet, and owns no tables. */
  readonly flowId: string | undefined
  readonly source: OpenedConnection
  readonly destination: OpenedConnection
  /** All streams of the flow; none means every table. */
  readonly streams: readonly StreamRequest[]
  readonly steps: readonly Step[]
  readonly salt: string
  readonly stateOf?: MoveRequest['stateOf']
  readonly knownTargets?: MoveRequest['knownTargets']
}

/** What of the structure a run would build, and what cannot come; nothing is written. @throws ConnectorError; RequestError */
export function planStructure(
  { flowId, source, destination, streams, steps, salt, stateOf, knownTargets }: StructureRequest,
  context: ConnectorContext,
  stepProcesses: StepProcesses,
): Promise<readonly StructureObject[]> {
  const wanted = { entity: 'the tables of the source', field: 'source_connection' }
  return inspectSource(source, wanted, context, (opened, signal) =>
    askDestination(destination, { ...context, signal }, (asked) =>
      withBinder({ steps, salt }, stepProcesses, signal, (binder) =>
        planFlowStructure(streams, {
          source: opened,
          destination: asked,
          binder,
          flowId,
          ...defined({ stateOf, knownTargets }),
        }),
      ),
    ),
  )
}
