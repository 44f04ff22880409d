import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { findRunWithoutStreams } from '../../store/runs/runs.ts'
import type { Member } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'

/** What a call is about. */
interface Subject {
  readonly flowId: string | undefined
  readonly runId: string | undefined
}

/**
 * A key that is limited to some flows may call what is about one of them: the flow itself, its runs, and lists that name it. It sees no other flow
 * and changes nothing else. @throws RequestError not found for another flow or its run, forbidden for any other call
 */
export async function requireWithinFlows(
  database: Database,
  { organizationId, person }: Member,
  { flowId, runId }: Subject,
): Promise<void> {
  const flowIds = person.service?.flowIds
  if (!flowIds) return
  const run =
    runId !== undefined &&
    (await database.inOrganization(organizationId, (query) => findRunWithoutStreams(query, organizationId, runId)))
  const named = runId === undefined ? flowId : run ? run.flow_id : ''
  if (named === undefined)
    throw new RequestError(
      'forbidden',
      'KEY_LIMITED',
      sentence`This key is limited to some flows, and this call does not name one of them.`,
    )
  if (!flowIds.includes(named)) throw notFound()
}
