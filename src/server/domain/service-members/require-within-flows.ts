import { sentence } from '../../../core/catalog/sentence.ts'
import { LIMITED_KEYS_MAY } from '../../../core/catalog/service-keys.ts'
import type { Database } from '../../store/database/database.ts'
import { findRunWithoutStreams } from '../../store/runs/runs.ts'
import { keyLimited, type Member } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'

/** What a call is about. */
interface Subject {
  readonly flowId?: string | undefined
  readonly runId?: string | undefined
}

/** The part of a call's row that decides what a limited key may do with it. */
interface LimitedCall {
  readonly access: string
  /** See `RouteRequest`. */
  readonly withinFlows?: 'named-in-query' | 'filtered' | 'never'
}

/**
 * A key that is limited to some flows runs and tries them, and reads them, their runs, and lists that name them. It sees no other flow and changes none:
 * a flow that it could change would lead it to every connection of the organization.
 * @throws RequestError forbidden for any other call, not found for another flow or its run
 */
export async function requireWithinFlows(
  database: Database,
  { organizationId, person }: Member,
  { access, withinFlows }: LimitedCall,
  { flowId, runId }: Subject,
): Promise<void> {
  const flowIds = person.service?.flowIds
  if (!flowIds || withinFlows === 'filtered') return
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
  if (withinFlows === 'never' || !LIMITED_KEYS_MAY.some((permission) => permission === access)) throw keyLimited()
}
