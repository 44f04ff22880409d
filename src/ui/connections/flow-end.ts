import type { Capability } from '../../core/catalog/connections/connection-types.ts'
import { type Connection, isDestination, isSource } from '../../core/connections/connection.ts'
import type { Flow } from '../../core/flows/flow.ts'

/** Whether a page shows sources or destinations. */
export type FlowEnd = 'source' | 'destination'

export const fitsEnd = (connection: Connection, end: FlowEnd): boolean =>
  end === 'source' ? isSource(connection) : isDestination(connection)

export const mayFitEnd = (capability: Capability, end: FlowEnd): boolean => capability === 'both' || capability === end

/** The flows that would fail without the connection. */
export const flowsUsing = (flows: readonly Flow[], connectionId: string): readonly Flow[] =>
  flows.filter(
    ({ sourceConnection, destinationConnection }) =>
      sourceConnection?.id === connectionId || destinationConnection?.id === connectionId,
  )

/** The same for all connections at once, without a pass over the flows for each. */
export function flowsByConnection(flows: readonly Flow[]): ReadonlyMap<string, readonly Flow[]> {
  const users = new Map<string, Flow[]>()
  for (const flow of flows) {
    const ends = new Set([flow.sourceConnection?.id, flow.destinationConnection?.id])
    for (const id of ends) if (id !== undefined) users.get(id)?.push(flow) ?? users.set(id, [flow])
  }
  return users
}
