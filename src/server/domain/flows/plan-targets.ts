import { planTargetNames } from '../../../engine/move/plan/plan-target-names.ts'
import type { KnownTarget } from '../../../engine/move/run/move-request.ts'
import type { StreamRequest } from '../../../engine/move/run/stream-request.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { askDestination } from '../connections/ask-destination.ts'
import { inspectSource } from '../connections/inspect-source.ts'
import type { OpenedConnection } from '../connections/open-endpoint.ts'

export interface TargetsRequest {
  readonly source: OpenedConnection
  readonly destination: OpenedConnection
  /** All streams of the flow; none means every entity. */
  readonly streams: readonly StreamRequest[]
  readonly knownTargets?: readonly KnownTarget[]
}

/** The target of each stream of a flow; nothing is written. @throws ConnectorError when an end cannot be reached; RequestError */
export function planTargets(
  { source, destination, streams, knownTargets = [] }: TargetsRequest,
  context: ConnectorContext,
) {
  const wanted = { entity: 'the tables of the source', field: 'source_connection' }
  return inspectSource(source, wanted, context, (opened, signal) =>
    askDestination(destination, { ...context, signal }, (asked) =>
      planTargetNames(streams, { source: opened, destination: asked, knownTargets }),
    ),
  )
}
