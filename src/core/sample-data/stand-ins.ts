import type { ConnectionType } from '../catalog/connections/connection-types.ts'
import type { IntegrationType } from '../catalog/connections/integration-types.ts'
import type { ProblemText } from '../catalog/problem-text.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** What belongs to stand-ins: the flows that use them, and the connections and integrations that are some. */
export interface StandInParts {
  readonly flows: readonly Named[]
  readonly connections: readonly Named[]
  readonly integrations: readonly Named[]
}

/** Servers on the machine of the server that play outside systems. */
export interface StandIns extends StandInParts {
  /** By type of connection; with a problem, it cannot be tried there. */
  readonly types: ReadonlyMap<string, ProblemText | undefined>
}

export interface WantedStandIn {
  readonly type: ConnectionType
  readonly capability: 'source' | 'destination'
  /** For types that several kinds of integrations serve. */
  readonly integration?: IntegrationType
}
