import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { flowOfRun } from '../../store/runs/flow-of-run.ts'
import type { Member } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'

/** What a call is about. */
export interface Subject {
  readonly flowId?: string | undefined
  readonly runId?: string | undefined
  /** Its answer leaves out other flows by itself. */
  readonly listsFlows: boolean
}

/**
 * A key that is limited to some flows may call what is about one of them: the flow itself, its runs, and lists that name it. It sees no other flow
 * and changes nothing else. @throws RequestError not found for another flow or its run, forbidden for any other call
 */
export async function requireWithinFlows(
  database: Database,
  { organizationId, person }: Member,
  { flowId, runId, listsFlows }: Subject,
): Promise<void> {
  const flowIds = person.service?.flowIds
  if (!flowIds || listsFlows) return
  const named =
    runId === undefined
      ? flowId
      : ((await database.inOrganization(organizationId, (query) => flowOfRun(query, organizationId, runId))) ?? '')
  if (named === undefined)
    throw new RequestError(
      'forbidden',
      'KEY_LIMITED',
      sentence`This key is limited to some flows, and this call does not name one of them.`,
    )
  if (!flowIds.includes(named)) throw notFound()
}
