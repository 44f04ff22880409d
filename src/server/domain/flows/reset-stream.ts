import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { listStreamColumns, type StreamColumns } from '../../store/flows/stream-columns.ts'
import { listStreamPositions, resetStreamPositions, type StreamPosition } from '../../store/flows/stream-positions.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { findActiveRun } from '../../store/runs/runs.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import { requireFlow } from './require-flow.ts'

/** The position of each stream of a flow, between its current connections. @throws RequestError not found */
export const readPositions = (database: Database, organizationId: string, flowId: string): Promise<StreamPosition[]> =>
  database.inOrganization(organizationId, async (query) => {
    const { id, source, destination } = await requireFlow(query, organizationId, flowId)
    const ends = { sourceConnectionId: source.id, destinationConnectionId: destination.id }
    return listStreamPositions(query, id, ends)
  })

/** The columns that the last runs of a flow found, between its current connections. @throws RequestError not found */
export const readKnownColumns = (
  database: Database,
  organizationId: string,
  flowId: string,
): Promise<StreamColumns[]> =>
  database.inOrganization(organizationId, async (query) => {
    const { id, source, destination } = await requireFlow(query, organizationId, flowId)
    const ends = { sourceConnectionId: source.id, destinationConnectionId: destination.id }
    return listStreamColumns(query, id, ends)
  })

/** Makes the next run read a stream from the beginning. @throws RequestError conflict while a run is active */
export const resetStream = (database: Database, { organizationId, person }: Member, flowId: string, entity: string) =>
  database.inOrganization(organizationId, async (query) => {
    const { id, name } = await requireFlow(query, organizationId, flowId)
    const active = await findActiveRun(query, id)
    if (active) throw runsStill(active.id)
    if (!(await resetStreamPositions(query, id, entity))) return
    await recordAudit(query, organizationId, person, { action: 'flow.stream-reset', id, name: `${name}: ${entity}` })
  })

/** At its end the run would store its position, and undo the reset. */
const runsStill = (runId: string) =>
  new RequestError(
    'conflict',
    'RUN_ACTIVE',
    sentence`The flow is running. Wait for its end or cancel it, then reset the position.`,
    { run_id: runId },
  )
