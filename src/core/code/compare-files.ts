import type { Clock } from '../auth/clock.ts'
import { defined } from '../catalog/defined.ts'
import { isFinal } from '../catalog/runs/run-states.ts'
import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import { ok, type Result } from '../result.ts'
import type { Run } from '../runs/run.ts'
import type { RunRepository } from '../runs/run-repository.ts'
import type { StopSignal } from '../stop-signal.ts'
import type { CodePlan, CodeRequest, TriedFlow } from './code-plan.ts'
import type { CodeRepository } from './code-repository.ts'

/** A flow of a plan with its dry run as far as it has come. */
export interface ComparedFlow extends TriedFlow {
  readonly run?: Run
}

export interface CompareFilesDeps {
  readonly organization: ActiveOrganization
  readonly code: CodeRepository
  readonly runs: RunRepository
  readonly clock: Clock
}

export interface Watching {
  /** Called with all flows so far. */
  onProgress(flows: readonly ComparedFlow[]): void
  /** Once aborted, dry runs that go on are cancelled, and no more are started. */
  readonly signal: StopSignal
}

const PAUSE_MS = 1_000

/** Whether a plan has flows whose rows may change. */
export const changesRows = ({ changes }: CodePlan): boolean =>
  changes.some(({ kind, action }) => kind === 'flow' && action !== 'removed' && action !== 'renamed')

/**
 * Tries the flows that files change by dry runs, a few at the same time, and follows these to their ends. A flow that cannot be tried, and a dry run
 * that fails, do not stop the others. @returns how far all have come
 */
export const makeCompareFiles =
  ({ organization, code, runs, clock }: CompareFilesDeps) =>
  (request: CodeRequest, state: string, { onProgress, signal }: Watching): Promise<Result<readonly ComparedFlow[]>> =>
    inOrganization(organization, async (organizationId) => {
      const before: ComparedFlow[] = []
      let cursor: string | undefined
      do {
        const page = await code.tryFlows(organizationId, request, defined({ state, cursor }))
        if (!page.ok) return page
        let flows: readonly ComparedFlow[] = page.value.flows
        onProgress([...before, ...flows])
        while (flows.some(isGoing)) {
          if (signal.aborted) {
            flows = await Promise.all(flows.map((flow) => cancelled(runs, organizationId, flow)))
            onProgress([...before, ...flows])
            return ok([...before, ...flows])
          }
          await clock.sleep(PAUSE_MS)
          flows = await Promise.all(flows.map((flow) => later(runs, organizationId, flow)))
          onProgress([...before, ...flows])
        }
        before.push(...flows)
        cursor = page.value.nextCursor
      } while (cursor !== undefined && !signal.aborted)
      return ok(before)
    })

export type CompareFiles = ReturnType<typeof makeCompareFiles>

/** Whether its dry run has not ended. */
export const isGoing = (flow: ComparedFlow): flow is ComparedFlow & Required<Pick<ComparedFlow, 'runId'>> =>
  flow.runId !== undefined && !(flow.run && isFinal(flow.run.status))

async function cancelled(runs: RunRepository, organizationId: string, flow: ComparedFlow): Promise<ComparedFlow> {
  if (!isGoing(flow)) return flow
  const answer = await runs.cancel(organizationId, flow.runId)
  return answer.ok ? { ...flow, run: answer.value } : flow
}

/** The flow as it is now; as it was, if the server did not answer: it is asked again. */
async function later(runs: RunRepository, organizationId: string, flow: ComparedFlow): Promise<ComparedFlow> {
  if (!isGoing(flow)) return flow
  const answer = await runs.get(organizationId, flow.runId)
  if (answer.ok) return { ...flow, run: answer.value }
  if (answer.failure.kind !== 'http') return flow
  const { runId: _, ...lost } = flow
  return lost
}
