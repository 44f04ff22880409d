import { sentence } from '../../../core/catalog/sentence.ts'
import { type Database, ofOrganization } from '../../store/database/database.ts'
import { findFlow } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { findApproval, saveApproval } from '../../store/runs/run-approvals.ts'
import type { RunRow } from '../../store/runs/runs.ts'
import { type Member, peopleOnly } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'
import { flowHasChanged } from './approval-errors.ts'
import { readRun } from './read-runs.ts'
import type { StartedRun, StartRun } from './start-run.ts'

export const readApproval = ofOrganization(findApproval)

/**
 * A person accepts what a dry run of a whole flow shows: for a day, a program that needs approval may start the flow once, as long as the flow stays
 * the same. @throws RequestError for a key, another kind of run, or a flow that has changed
 */
export async function approveDryRun(
  database: Database,
  { organizationId, person }: Member,
  runId: string,
): Promise<void> {
  const run = await readRun(database, organizationId, runId)
  if (person.service) throw peopleOnly()
  if (!isDryRunOfAll(run)) throw notApprovable()
  await database.inOrganization(organizationId, async (query) => {
    const flow = await findFlow(query, organizationId, run.flow_id)
    if (!flow) throw notFound()
    if (flow.version !== run.flow_version) throw flowHasChanged()
    await saveApproval(query, organizationId, runId, person.uid)
    await recordAudit(query, organizationId, person, { action: 'run.approved', id: runId, name: flow.name })
  })
}

/** Starts the flow of a dry run that a person has approved, once. @throws RequestError without such an approval, or when the flow has changed */
export async function runApproved(
  { database, startRun }: { readonly database: Database; readonly startRun: StartRun },
  { organizationId, person }: Member,
  runId: string,
): Promise<StartedRun> {
  const run = await readRun(database, organizationId, runId)
  if (!isDryRunOfAll(run)) throw notApprovable()
  return startRun({
    ...{ organizationId, flowId: run.flow_id, trigger: 'person' },
    by: { person, action: 'run.triggered' },
    approved: { dryRunId: run.id, flowVersion: run.flow_version },
  })
}

const isDryRunOfAll = ({ status, flow_snapshot: { dry, verify, only, backfill } }: RunRow): boolean =>
  dry === true && !verify && !only && !backfill && status === 'succeeded'

const notApprovable = () =>
  new RequestError(
    'conflict',
    'NOT_APPROVABLE',
    sentence`Only a dry run of a whole flow can be approved, after it has succeeded.`,
  )
