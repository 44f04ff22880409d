import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { addSampleData, type SampleDataDeps } from '../../sample-data/add-sample-data.ts'
import type { Handlers } from '../handler.ts'
import { connectionToWire } from './connection-handlers.ts'
import { flowToWire } from './flow-to-wire.ts'

interface Deps extends SampleDataDeps {
  readonly contextFor: (request: Request) => ConnectorContext
}

export const sampleDataHandlers = ({ contextFor, ...deps }: Deps) =>
  ({
    createSampleData: async ({ member, request }) => {
      const { connections, flow } = await addSampleData(deps, member, contextFor(request))
      return { connections: connections.map(connectionToWire), flow: flowToWire(flow) }
    },
  }) satisfies Partial<Handlers>
