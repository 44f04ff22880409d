import type { RejectLimits } from '../catalog/runs/reject-limits.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { RejectedChange, RejectRepository } from './reject-repository.ts'
import type { Mend, RejectedPick } from './rejected-cause.ts'

interface RejectDeps {
  readonly organization: ActiveOrganization
  readonly rejects: RejectRepository
}

const ask = forOrganization<RejectDeps>()

export const REJECT_CALLS = {
  /** Rows of one table of a run that the destination could not store, in pages. */
  listRejectedRows: ask(({ rejects }, organizationId, runId: string, pick: RejectedPick, cursor?: string) =>
    rejects.list(organizationId, runId, pick, cursor),
  ),
  listRejectedCauses: ask(({ rejects }, organizationId, runId: string, entity: string) =>
    rejects.causes(organizationId, runId, entity),
  ),
  fetchRejectLimits: ask(({ rejects }, organizationId) => rejects.limits(organizationId)),
  updateRejectLimits: ask(({ rejects }, organizationId, limits: RejectLimits) =>
    rejects.changeLimits(organizationId, limits),
  ),
  editRejectedRows: ask(({ rejects }, organizationId, runId: string, changes: readonly RejectedChange[]) =>
    rejects.edit(organizationId, runId, changes),
  ),
  /** Sends rejected rows again, through the present steps of the flow. */
  replayRejectedRows: ask(({ rejects }, organizationId, runId: string, pick: RejectedPick, mend?: Mend) =>
    rejects.replay(organizationId, runId, pick, mend),
  ),
  skipRejectedRows: ask(({ rejects }, organizationId, runId: string, pick: RejectedPick) =>
    rejects.skip(organizationId, runId, pick),
  ),
}
