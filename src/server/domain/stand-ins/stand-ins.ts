import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { StandInAccess, StandInOwner } from '../../../engine/ports/vendors.ts'

/** A stand-in that runs: what its integration and its connection need. */
export interface RunningStandIn extends StandInAccess {
  readonly config: Readonly<Record<string, unknown>>
}

/** The stand-ins of this server, each for one integration. */
export interface StandIns {
  /** The types that it offers. */
  readonly types: readonly ConnectionType[]
  /** Why there is none for this type here; nothing if there is one. */
  problemOf(type: ConnectionType): Sentence | undefined
  /**
   * Starts it if it does not run yet.
   * @param stored with its integration and connection; before there is one, the `capability` that the connection will have. @throws ConnectorError
   */
  start(owner: StandInOwner, integration: IntegrationType, stored: object): Promise<RunningStandIn>
  /** Stops it and deletes what it has stored. */
  remove(owner: StandInOwner): Promise<void>
  close(): Promise<void>
}
