import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectionRow, findConnection } from '../../store/connections/connections.ts'
import type { Query } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { findFlow } from '../../store/flows/flows.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'

/** @throws RequestError not found */
export async function requireFlow(query: Query, organizationId: string, id: string): Promise<FlowRow> {
  const flow = await findFlow(query, organizationId, id)
  if (!flow) throw notFound()
  return flow
}

/** The connection of a request. @throws RequestError invalid, with the field */
export async function requireNamed(
  query: Query,
  organizationId: string,
  id: string,
  field: string,
): Promise<ConnectionRow> {
  const connection = await findConnection(query, organizationId, id)
  if (!connection) throw new RequestError('invalid', 'CONNECTION_NOT_FOUND', sentence`Connection not found`, { field })
  return connection
}

interface Ends {
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
}

/** Both connections of a flow, each with the capability that it needs. @throws RequestError invalid, with the field */
export async function requireEnds(
  query: Query,
  organizationId: string,
  { sourceConnectionId, destinationConnectionId }: Ends,
): Promise<{ readonly source: ConnectionRow; readonly destination: ConnectionRow }> {
  const end = async (id: string, field: string, wrong: ConnectionRow['capability']) => {
    const connection = await requireNamed(query, organizationId, id, field)
    const { name, capability } = connection
    if (capability === wrong)
      throw invalid(
        wrong === 'source' ? sentence`“${name}” can only be a source` : sentence`“${name}” can only be a destination`,
        field,
      )
    return connection
  }
  const source = await end(sourceConnectionId, 'source_connection', 'destination')
  return { source, destination: await end(destinationConnectionId, 'destination_connection', 'source') }
}
