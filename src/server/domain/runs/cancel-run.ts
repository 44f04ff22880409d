import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { type RunRow, requestCancel } from '../../store/runs/runs.ts'
import type { Member } from '../members/member.ts'
import { readRun } from './read-runs.ts'

/** Asks for the end of a run. @returns the run as it is then. @throws RequestError not found */
export async function cancelRun(
  database: Database,
  { organizationId, person }: Member,
  runId: string,
): Promise<RunRow> {
  const { id, flow_name: name } = await readRun(database, organizationId, runId)
  await database.inOrganization(organizationId, async (query) => {
    await requestCancel(query, organizationId, id)
    await recordAudit(query, organizationId, person, { action: 'run.cancelled', id, name })
  })
  return readRun(database, organizationId, id)
}
