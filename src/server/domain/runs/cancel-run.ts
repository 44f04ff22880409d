import type { Database } from '../../store/database/database.ts'
import { lockFlow } from '../../store/flows/flow-health.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { findUser } from '../../store/people/users.ts'
import { cancelledBy, insertLogLines } from '../../store/runs/run-log.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { requestCancel } from '../../store/runs/runs.ts'
import { raiseRunAlerts } from '../alerts/raise-run-alerts.ts'
import { raiseLineageEnd } from '../lineage/raise-lineage.ts'
import type { Member } from '../members/member.ts'
import { readRun } from './read-runs.ts'

/** Requests the end of a run. @returns the run after that. @throws RequestError not found */
export async function cancelRun(
  database: Database,
  { organizationId, person }: Member,
  runId: string,
): Promise<RunRow> {
  const { id, flow_id: flowId, flow_name: name } = await readRun(database, organizationId, runId)
  await database.inOrganization(organizationId, async (query) => {
    await lockFlow(query, flowId)
    if (!(await requestCancel(query, organizationId, id))) return
    // A run between two attempts ends at once.
    await raiseLineageEnd(query, id)
    const user = await findUser(query, person.uid)
    const text = cancelledBy(user?.display_name ?? user?.email ?? person.displayName ?? person.email ?? person.uid)
    await insertLogLines(query, organizationId, id, [{ level: 'info', text }])
    // One that waited has ended here; any other is told of when it ends.
    await raiseRunAlerts(query, id)
    await recordAudit(query, organizationId, person, { action: 'run.cancelled', id, name })
  })
  return readRun(database, organizationId, id)
}
