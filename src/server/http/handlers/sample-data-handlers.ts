import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { addStandIn } from '../../domain/stand-ins/add-stand-in.ts'
import { readStandIns, removeStandIns } from '../../domain/stand-ins/remove-stand-ins.ts'
import type { StandIns } from '../../domain/stand-ins/stand-ins.ts'
import { addSampleData, type SampleDataDeps } from '../../sample-data/add-sample-data.ts'
import type { Handlers } from '../handler.ts'
import { flowToWire } from '../wire/flow-to-wire.ts'
import { connectionToWire } from './connection-handlers.ts'

interface Deps extends SampleDataDeps {
  readonly contextFor: (request: Request) => ConnectorContext
  readonly standIns: StandIns | undefined
}

/** What there is to try the product with. */
export const sampleDataHandlers = ({ contextFor, standIns, ...deps }: Deps) =>
  ({
    createSampleData: async ({ member, request }) => {
      const { connections, flow } = await addSampleData(deps, member, contextFor(request))
      return { connections: connections.map(connectionToWire), flow: flowToWire(flow) }
    },

    listStandIns: async ({ member: { organizationId } }) => ({
      types: standIns ? standIns.types.map((type) => offerOf(type, standIns)) : [],
      ...(await readStandIns(deps.database, organizationId)),
    }),

    addStandIn: async ({ member, body, request }) =>
      connectionToWire(await addStandIn({ ...deps, standIns }, member, body, contextFor(request))),

    removeStandIns: async ({ member }) => {
      await removeStandIns({ ...deps, standIns }, member)
      return undefined
    },
  }) satisfies Partial<Handlers>

function offerOf(type: ConnectionType, standIns: StandIns) {
  const problem = standIns.problemOf(type)
  return { type, ...defined({ problem: problem && inEnglish(problem), sentence: problem }) }
}
