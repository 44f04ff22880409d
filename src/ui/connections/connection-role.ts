import type { Capability } from '../../core/catalog/connection-types.ts'
import { type Connection, isDestination, isSource } from '../../core/connections/connection.ts'
import type { Flow } from '../../core/flows/flow.ts'

/** Which end of a flow a page is about. */
export type ConnectionRole = 'source' | 'destination'

export const hasRole = (connection: Connection, role: ConnectionRole): boolean =>
  role === 'source' ? isSource(connection) : isDestination(connection)

export const mayHaveRole = (capability: Capability, role: ConnectionRole): boolean =>
  capability === 'both' || capability === role

/** The flows that would break without the connection. */
export const flowsUsing = (flows: readonly Flow[], connectionId: string): readonly Flow[] =>
  flows.filter(
    ({ sourceConnection, destinationConnection }) =>
      sourceConnection?.id === connectionId || destinationConnection?.id === connectionId,
  )
