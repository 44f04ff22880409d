import { loopThrough } from '../../../core/catalog/schedules/flow-order.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import { listFlowNames, listOrderedFlows, lockFlowOrder } from '../../store/flows/awaited-runs.ts'
import type { After } from '../../store/flows/flow-config.ts'
import { invalid, RequestError } from '../request-error.ts'

/**
 * Called before a flow is saved.
 * @param before the flows after which it starts until now: they may have been deleted meanwhile
 * @throws RequestError invalid with the field, if one of the flows does not exist or is named twice
 */
export async function refuseUnknownFlows(
  query: Query,
  organizationId: string,
  after: After | null | undefined,
  before?: After | null,
): Promise<void> {
  if (!after) return
  const ids = after.flows.map(({ id }) => id)
  const known = [...(await listFlowNames(query, organizationId, ids)), ...(before?.flows ?? [])]
  ids.forEach((id, index) => {
    const field = `config.after.flows.${index}.id`
    if (ids.indexOf(id) < index) throw invalid(sentence`This flow is listed twice.`, field)
    if (!known.some((flow) => flow.id === id))
      throw new RequestError('invalid', 'FLOW_NOT_FOUND', sentence`Flow not found`, { field })
  })
}

/** Called after a flow was saved or restored, in the same transaction. @throws RequestError invalid with the loop, if flows would start each other for ever */
export async function refuseLoop(
  query: Query,
  organizationId: string,
  { id, config }: { readonly id: string; readonly config: { readonly after?: After | null | undefined } },
): Promise<void> {
  if (!config.after) return
  await lockFlowOrder(query, organizationId)
  const loop = loopThrough(id, await listOrderedFlows(query, organizationId))
  if (!loop) return
  const message =
    loop.length === 2
      ? sentence`A flow cannot start after itself.`
      : sentence`These flows would start each other for ever: ${loop.join(' → ')}. Remove one of them.`
  throw new RequestError('invalid', 'FLOWS_IN_A_LOOP', message, { field: 'config.after' })
}

/** In the audit log and in versions, flows have their names. */
export async function namedAfter(query: Query, organizationId: string, after: After | null | undefined) {
  if (!after) return {}
  const ids = after.flows.map(({ id }) => id)
  const names = new Map((await listFlowNames(query, organizationId, ids)).map(({ id, name }) => [id, name]))
  return { after: { flows: ids.map((id) => names.get(id) ?? id), when: after.when } }
}
