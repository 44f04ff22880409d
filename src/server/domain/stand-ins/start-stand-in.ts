import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { StandInOwner } from '../../../engine/ports/vendors.ts'
import { RequestError } from '../request-error.ts'
import type { RunningStandIn, StandIns } from './stand-ins.ts'

export interface NewStandIn {
  readonly type: ConnectionType
  readonly owner: StandInOwner
  readonly integration: IntegrationType
  /** See `StandIns`. */
  readonly stored: object
}

/** Starts a stand-in for a new integration. @throws RequestError */
export type StartStandIn = (wanted: NewStandIn) => Promise<Pick<RunningStandIn, 'credentials' | 'config'>>

export const makeStartStandIn =
  (standIns: StandIns | undefined): StartStandIn =>
  async ({ type, owner, integration, stored }) => {
    const problem = standIns?.types.includes(type) ? standIns.problemOf(type) : NOT_OFFERED
    if (!standIns || problem) throw new RequestError('conflict', 'STAND_IN_UNAVAILABLE', problem ?? NOT_OFFERED)
    try {
      const { credentials, config } = await standIns.start(owner, integration, stored)
      return { credentials, config }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      throw new RequestError('conflict', error.problem.code, error.problem.message)
    }
  }

const NOT_OFFERED = sentence`This server offers no test accounts. They run with "npm start" on one machine, without NODE_ENV=production and without STAND_INS=off.`
