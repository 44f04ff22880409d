import type { Database } from '../../store/database/database.ts'
import {
  type BatchChange,
  type BatchRow,
  deleteBatch,
  type FailedFlowRow,
  insertBatch,
  listBatches,
  listFailedFlows,
  listFlowsOfBatch,
  stopBatch,
} from '../../store/flows/batches.ts'
import { type Member, peopleOnly, requirePermission } from '../members/member.ts'
import { notFound } from '../request-error.ts'
import { cancelRun } from '../runs/cancel-run.ts'
import { refuseWrongSchedule } from '../schedules/check-schedule.ts'

interface AskedBatch {
  /** Absent: the flows are run. */
  readonly change?: BatchChange | undefined
  readonly flowIds: readonly string[]
}

/** Notes what a person asks for many flows; the server does it, whatever becomes of the caller. @returns its id. @throws RequestError */
export async function startBatch(
  database: Database,
  member: Member,
  { change, flowIds }: AskedBatch,
): Promise<{ id: string }> {
  const { organizationId, person } = member
  if (person.service) throw peopleOnly()
  requirePermission(member, change ? 'flow.write' : 'flow.run')
  refuseWrongSchedule(change?.schedule)
  const { uid: askedBy, email, emailVerified, displayName, address, signedInAt, expiresAt } = person
  const caller = { email, emailVerified, displayName, address, signedInAt, expiresAt }
  const id = await database.inOrganization(organizationId, (query) =>
    insertBatch(query, { organizationId, askedBy, caller, change: change ?? null, flowIds }),
  )
  return { id }
}

export type Batch = BatchRow & { readonly failures: readonly FailedFlowRow[] }

/** Of the last days, the newest first, with what could not be done. */
export const readBatches = (database: Database, organizationId: string): Promise<readonly Batch[]> =>
  database.inOrganization(organizationId, async (query) => {
    const batches: Batch[] = []
    for (const row of await listBatches(query, organizationId))
      batches.push({
        ...row,
        failures: row.failed > 0 ? await listFailedFlows(query, organizationId, row.id) : [],
      })
    return batches
  })

/** @returns the ids of its flows, as they were asked for. @throws RequestError not found */
export const readBatchFlows = (database: Database, organizationId: string, batchId: string): Promise<string[]> =>
  database.inOrganization(organizationId, async (query) => {
    const flows = await listFlowsOfBatch(query, organizationId, batchId)
    if (flows.length === 0) throw notFound()
    return flows.map((flow) => flow.flow_id)
  })

/** Leaves out the flows that wait, and cancels the runs that the batch has started. @throws RequestError not found */
export async function cancelBatch(database: Database, member: Member, batchId: string): Promise<void> {
  const { organizationId } = member
  const runs = await database.inOrganization(organizationId, (query) => stopBatch(query, organizationId, batchId))
  if (!runs) throw notFound()
  for (const runId of runs) await cancelRun(database, member, runId)
}

/** Forgets a batch of which nothing waits. @throws RequestError not found */
export async function closeBatch(database: Database, { organizationId }: Member, batchId: string): Promise<void> {
  const isGone = await database.inOrganization(organizationId, (query) => deleteBatch(query, organizationId, batchId))
  if (!isGone) throw notFound()
}
