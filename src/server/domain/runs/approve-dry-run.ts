import { sentence } from '../../../core/catalog/sentence.ts'
import { type Database, ofOrganization } from '../../store/database/database.ts'
import { findFlow } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { findApproval, saveApproval } from '../../store/runs/run-approvals.ts'
import type { RunRow } from '../../store/runs/run-rows.ts'
import { draftOf } from '../../store/runs/run-work.ts'
import { type Member, peopleOnly } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'
import { readRun } from './read-runs.ts'
import { type DryRunTried, requireUnchanged } from './require-approval.ts'
import type { StartedRun, StartRun } from './start-run.ts'

export const readApproval = ofOrganization(findApproval)

/**
 * A person accepts what a dry run of a whole flow shows: for a day, a program that needs approval may start the flow once, as long as the flow stays
 * the same and so do its connections. @throws RequestError for a key, another kind of run, or a flow or connection that has changed
 */
export async function approveDryRun(
  database: Database,
  { organizationId, person }: Member,
  runId: string,
): Promise<void> {
  const run = await readRun(database, organizationId, runId)
  if (person.service) throw peopleOnly()
  const tried = triedBy(run)
  await database.inOrganization(organizationId, async (query) => {
    const flow = await findFlow(query, organizationId, run.flow_id)
    if (!flow) throw notFound()
    await requireUnchanged(query, organizationId, tried, flow)
    await saveApproval(query, organizationId, runId, person.uid)
    await recordAudit(query, organizationId, person, { action: 'run.approved', id: runId, name: flow.name })
  })
}

/**
 * Starts the flow of a dry run that a person has approved, once.
 * @throws RequestError without such an approval, or when the flow or a connection has changed
 */
export async function runApproved(
  { database, startRun }: { readonly database: Database; readonly startRun: StartRun },
  { organizationId, person }: Member,
  runId: string,
): Promise<StartedRun> {
  const run = await readRun(database, organizationId, runId)
  const approved = triedBy(run)
  return startRun({
    organizationId,
    flowId: run.flow_id,
    trigger: 'person',
    by: { person, action: 'run.triggered' },
    work: { kind: 'move' },
    approved,
  })
}

/** @throws RequestError for a run that is no dry run of a whole flow, or that has not succeeded */
function triedBy({ id, flow_version, status, started_at, work }: RunRow): DryRunTried {
  const draft = draftOf(work)
  if (draft)
    throw new RequestError(
      'conflict',
      'NOT_APPROVABLE',
      draft.file === undefined
        ? sentence`This dry run was of a draft. Publish it, and start a dry run of the flow.`
        : sentence`This dry run was of ${draft.file}, which was not applied. Apply it, and start a dry run of the flow.`,
    )
  if (work.kind !== 'dry-run' || (work.only ?? work.parts) || status !== 'succeeded' || !started_at)
    throw new RequestError(
      'conflict',
      'NOT_APPROVABLE',
      sentence`Only a dry run of a whole flow can be approved, after it has succeeded.`,
    )
  return { dryRunId: id, flowVersion: flow_version, startedAt: started_at }
}
