import { APPROVAL_HOURS } from '../../../core/catalog/runs/approvals.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { wereConnectionsChanged } from '../../store/connections/connections.ts'
import type { Query } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { takeApproval } from '../../store/runs/run-approvals.ts'
import { RequestError } from '../request-error.ts'

/** A dry run, the version of the flow that it tried, and when it began to read. */
export interface DryRunTried {
  readonly dryRunId: string
  readonly flowVersion: number
  readonly startedAt: Date
}

/** @throws RequestError when the flow, or a connection of it, is not what the dry run tried */
export async function requireUnchanged(
  query: Query,
  organizationId: string,
  { flowVersion, startedAt }: DryRunTried,
  { version, source, destination }: FlowRow,
): Promise<void> {
  if (version !== flowVersion)
    throw new RequestError(
      'conflict',
      'FLOW_CHANGED',
      sentence`The flow has changed since this dry run. Start another dry run.`,
    )
  if (await wereConnectionsChanged(query, organizationId, [source.id, destination.id], startedAt))
    throw new RequestError(
      'conflict',
      'CONNECTION_CHANGED',
      sentence`A connection of the flow has changed since this dry run. Start another dry run.`,
    )
}

/** The approval is used with this run. @throws RequestError without one, or when the flow or a connection is not what was tried */
export async function requireApproval(
  query: Query,
  organizationId: string,
  tried: DryRunTried,
  flow: FlowRow,
): Promise<void> {
  await requireUnchanged(query, organizationId, tried, flow)
  if (!(await takeApproval(query, organizationId, tried.dryRunId)))
    throw new RequestError(
      'conflict',
      'NOT_APPROVED',
      sentence`A person has to approve this dry run on its page in Millrace. An approval is valid for ${APPROVAL_HOURS} hours and for one run.`,
    )
}
