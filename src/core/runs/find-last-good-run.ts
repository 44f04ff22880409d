import { inOrganization } from '../organizations/active-organization.ts'
import { ok, type Result } from '../result.ts'
import type { RunDeps } from './deps.ts'
import type { Run } from './run.ts'

/** The last earlier run of the same flow that succeeded; nothing if there is none. */
export type FindLastGoodRun = (run: Pick<Run, 'id' | 'flowId'>) => Promise<Result<Run | null>>

export const makeFindLastGoodRun =
  ({ organization, runs }: RunDeps): FindLastGoodRun =>
  ({ id, flowId }) =>
    inOrganization(organization, async (organizationId) => {
      const page = await runs.list(organizationId, { flowId, state: 'succeeded', dry: 'no' }, id)
      return page.ok ? ok(page.value.runs[0] ?? null) : page
    })
