import type { TestProblem, TestStage } from '../catalog/checks/test-stage.ts'
import type { Capability, ConnectionType } from '../catalog/connections/connection-types.ts'
import type { Credentials } from '../integrations/integration.ts'
import type { ConnectionConfig } from './connection.ts'

/** A connection as typed so far. Absent secrets mean those of the given integration. */
export interface UnsavedConnection {
  readonly id?: string
  readonly name?: string
  readonly type: ConnectionType
  readonly capability?: Capability
  readonly integrationId?: string
  readonly config: ConnectionConfig
  readonly credentials?: Credentials
}

/** The reason for the failure, in a sentence: the first stage with a problem. */
export const problemOf = (stages: readonly TestStage[]): TestProblem | undefined =>
  stages.find(({ problem }) => problem)?.problem
