import type { Capability } from '../../core/catalog/connection-types.ts'
import { type Connection, isDestination, isSource } from '../../core/connections/connection.ts'
import type { Flow } from '../../core/flows/flow.ts'

/** Which end of a flow a page is about. */
export type FlowEnd = 'source' | 'destination'

export const fitsEnd = (connection: Connection, end: FlowEnd): boolean =>
  end === 'source' ? isSource(connection) : isDestination(connection)

export const mayFitEnd = (capability: Capability, end: FlowEnd): boolean => capability === 'both' || capability === end

/** The flows that would break without the connection. */
export const flowsUsing = (flows: readonly Flow[], connectionId: string): readonly Flow[] =>
  flows.filter(
    ({ sourceConnection, destinationConnection }) =>
      sourceConnection?.id === connectionId || destinationConnection?.id === connectionId,
  )
