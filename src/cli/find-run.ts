import { ROUTES } from '../contract/routes.ts'
import type { RunResponse } from '../contract/runs.ts'
import { MillraceError } from '../sdk/millrace-error.ts'
import { CommandFailure } from './command-failure.ts'
import { findNamed } from './find-named.ts'
import type { Session } from './open-session.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const BEGINNING_OF_ID = /^[0-9a-f]{8}[0-9a-f-]*$/i

/** What a person typed is a run's id, its beginning of eight characters or more, or a flow, whose newest run is meant. @throws CommandFailure */
export async function findRun({ call, orgId }: Session, typed: string): Promise<RunResponse> {
  const notFound = () => new CommandFailure(`There is no run "${typed}". "millrace runs" lists them.`)
  // A key that is limited to flows may not search all runs.
  if (ID.test(typed))
    return call(ROUTES.getRun, { params: { orgId, runId: typed } }).catch((error: unknown) => {
      throw error instanceof MillraceError && error.status === 404 ? notFound() : error
    })
  if (BEGINNING_OF_ID.test(typed)) {
    const { runs } = await call(ROUTES.listRuns, { params: { orgId }, query: { q: typed.toLowerCase() } })
    const [only, ...others] = runs.filter(({ id }) => id.startsWith(typed.toLowerCase()))
    if (only && others.length === 0) return only
    throw only ? new CommandFailure(`Several runs begin with "${typed}".`) : notFound()
  }
  const flow = findNamed(await call(ROUTES.listFlows, { params: { orgId } }), typed, 'flow')
  const { runs } = await call(ROUTES.listFlowRuns, { params: { orgId, flowId: flow.id } })
  if (!runs[0]) throw new CommandFailure(`"${flow.name}" has not run yet.`)
  return runs[0]
}
