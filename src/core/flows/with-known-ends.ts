import { defined } from '../catalog/defined.ts'
import type { Connection } from '../connections/connection.ts'
import type { Flow, FlowConnection } from './flow.ts'

/** The flow with names and types of its connections, if the server returned only their ids; otherwise unchanged. */
export function withKnownEnds(flow: Flow, connections: readonly Connection[]): Flow {
  const { sourceConnection: source, destinationConnection: destination } = flow
  if (isWhole(source) && isWhole(destination)) return flow
  const known = (end: FlowConnection): FlowConnection => {
    const connection = connections.find(({ id }) => id === end.id)
    return connection ? { name: connection.name, type: connection.type, ...end } : end
  }
  return {
    ...flow,
    ...defined({ sourceConnection: source && known(source), destinationConnection: destination && known(destination) }),
  }
}

const isWhole = (end: FlowConnection | undefined): boolean =>
  end === undefined || (end.name !== undefined && end.type !== undefined)
