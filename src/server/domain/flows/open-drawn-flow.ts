import { findDollarsOfLastRun } from '../../store/budgets/spending.ts'
import { findRunSpeed, type RunSpeed } from '../../store/runs/run-speed.ts'
import { type OpenedConnection, type Opening, openEndpoint } from '../connections/open-endpoint.ts'
import { loadStreamStates, type StreamStates } from './load-stream-states.ts'
import { requireEnds, requireNamed } from './require-flow.ts'

interface DrawnFlow {
  /** Absent: it is not saved yet. */
  readonly flowId: string | undefined
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
}

interface OpenedFlow extends Partial<StreamStates> {
  readonly source: OpenedConnection
  readonly destination: OpenedConnection
  /** Of the latest runs between these connections. */
  readonly speed?: RunSpeed
  /** What the latest run that succeeded has paid. */
  readonly lastDollars?: number | undefined
}

/** Source and destination of a flow in the editor, and the state after its earlier runs, if it was saved. @throws RequestError */
export async function openDrawnFlow(
  { database, vault, confirmConsent }: Opening,
  organizationId: string,
  { flowId, ...ends }: DrawnFlow,
): Promise<OpenedFlow> {
  const { sourceConnectionId, destinationConnectionId } = ends
  const opened = await database.inOrganization(organizationId, async (query) => {
    await requireEnds(query, organizationId, ends)
    return {
      source: await openEndpoint(query, vault, organizationId, sourceConnectionId),
      destination: await openEndpoint(query, vault, organizationId, destinationConnectionId),
      ...(flowId !== undefined && {
        ...(await loadStreamStates(query, { flow_id: flowId, flow_snapshot: ends })),
        speed: await findRunSpeed(query, flowId, ends),
        lastDollars: await findDollarsOfLastRun(query, flowId),
      }),
    }
  })
  for (const id of [sourceConnectionId, destinationConnectionId]) await confirmConsent.ofConnection(organizationId, id)
  return opened
}

/** The source of a flow in the editor. @throws RequestError */
export async function openDrawnSource(
  { database, vault, confirmConsent }: Opening,
  organizationId: string,
  connectionId: string,
): Promise<OpenedConnection> {
  const opened = await database.inOrganization(organizationId, async (query) => {
    await requireNamed(query, organizationId, connectionId, 'source')
    return openEndpoint(query, vault, organizationId, connectionId)
  })
  await confirmConsent.ofConnection(organizationId, connectionId)
  return opened
}
