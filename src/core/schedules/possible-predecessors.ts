import { loopThrough } from '../catalog/schedules/flow-order.ts'
import type { Flow } from '../flows/flow.ts'

type Ordered = Pick<Flow, 'id' | 'name' | 'config'>

/** The flows after which a flow can start: neither itself nor those that start after it, directly or through others. */
export function possiblePredecessors<F extends Ordered>(flow: Ordered, flows: readonly F[]): readonly F[] {
  const others = flows
    .filter(({ id }) => id !== flow.id)
    .map(({ id, name, config }) => ({ id, name, after: config.after?.flowIds ?? [] }))
  return flows.filter(
    ({ id }) => id !== flow.id && !loopThrough(flow.id, [{ id: flow.id, name: flow.name, after: [id] }, ...others]),
  )
}
