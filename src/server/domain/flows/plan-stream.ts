import { defined } from '../../../core/catalog/defined.ts'
import { planOneStream, type StreamPlan } from '../../../engine/move/plan/plan-one-stream.ts'
import type { MoveRequest } from '../../../engine/move/run/move-request.ts'
import type { StreamRequest } from '../../../engine/move/run/stream-request.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import type { Step } from '../../../engine/transform/columns/step.ts'
import { askDestination } from '../connections/ask-destination.ts'
import { inspectSource, refuseMissing } from '../connections/inspect-source.ts'
import type { OpenedConnection } from '../connections/open-endpoint.ts'
import { withBinder } from './with-binder.ts'

export interface StreamPlanRequest {
  readonly source: OpenedConnection
  readonly destination: OpenedConnection
  /** The entity to plan. */
  readonly stream: string
  /** All streams of the flow; none means every entity. */
  readonly streams: readonly StreamRequest[]
  readonly steps: readonly Step[]
  readonly salt: string
  readonly stateOf?: MoveRequest['stateOf']
  readonly knownTargets?: MoveRequest['knownTargets']
}

/** What a run would do with one stream; nothing is written. @throws ConnectorError when an end cannot be reached; RequestError */
export function planStream(
  request: StreamPlanRequest,
  context: ConnectorContext,
  stepProcesses: StepProcesses,
): Promise<StreamPlan> {
  const { stream, streams, steps, salt, stateOf, knownTargets } = request
  return inspectSource(request.source, { entity: stream, field: 'source_connection' }, context, (source, signal) =>
    askDestination(request.destination, { ...context, signal }, async (destination) => {
      const ends = { source, destination, ...defined({ stateOf, knownTargets }) }
      const plan = await withBinder({ steps, salt }, stepProcesses, signal, (binder) =>
        planOneStream(stream, streams, { ...ends, binder }),
      )
      return plan ?? (await refuseMissing(source, stream, 'stream'))
    }),
  )
}
