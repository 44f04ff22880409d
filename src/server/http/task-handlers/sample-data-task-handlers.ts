import { addStandIn } from '../../domain/stand-ins/add-stand-in.ts'
import { addSampleData } from '../../sample-data/add-sample-data.ts'
import type { TaskHandlers } from '../task-call.ts'
import { connectionToWire } from '../wire/connection-to-wire.ts'
import { flowToWire } from '../wire/flow-to-wire.ts'
import type { TaskDeps } from './task-deps.ts'

/** Connections to try the product with; each is tested. */
export const sampleDataTaskHandlers = ({ contextFor, ...deps }: TaskDeps) =>
  ({
    createSampleData: async ({ member, signal }) => {
      const { connections, flow } = await addSampleData(deps, member, contextFor(signal))
      return { connections: connections.map(connectionToWire), flow: flowToWire(flow) }
    },

    addStandIn: async ({ member, body, signal }) =>
      connectionToWire(await addStandIn(deps, member, body, contextFor(signal))),
  }) satisfies Partial<TaskHandlers>
