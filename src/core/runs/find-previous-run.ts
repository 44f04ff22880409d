import { isDry } from '../catalog/runs/run-kinds.ts'
import { isFinal } from '../catalog/runs/run-states.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import { ok, type Result } from '../result.ts'
import type { RunDeps } from './deps.ts'
import type { Run } from './run.ts'
import { totalsOf } from './run-totals.ts'
import { isSkipped } from './scheduled-run.ts'

/** The last earlier run of the same flow that ended and moved rows; nothing if there is none among the latest runs. */
export type FindPreviousRun = (run: Pick<Run, 'id' | 'flowId'>) => Promise<Result<Run | null>>

export const makeFindPreviousRun =
  ({ organization, runs }: RunDeps): FindPreviousRun =>
  ({ id, flowId }) =>
    inOrganization(organization, async (organizationId) => {
      const page = await runs.listOfFlow(organizationId, flowId, id)
      if (!page.ok) return page
      const isMatch = (run: Run) =>
        isFinal(run.status) && !isDry(run.kind) && !isSkipped(run) && totalsOf(run).streams > 0
      const found = page.value.runs.find(isMatch)
      if (!found) return ok(null)
      return found.streams.length > 0 ? ok(found) : runs.get(organizationId, found.id)
    })
