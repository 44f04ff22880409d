import type { Flow, FlowChange } from '../flow.ts'
import { sameValue } from './same-value.ts'

/** The changes that turn the first flow into the second. */
export function flowDifference(from: Flow, to: Flow): FlowChange {
  const { name, enabled, sourceConnection, destinationConnection, config, freshnessMinutes = null } = to
  return {
    ...(name !== from.name && { name }),
    ...(enabled !== from.enabled && { enabled }),
    ...(sourceConnection && sourceConnection.id !== from.sourceConnection?.id && { sourceConnection }),
    ...(destinationConnection &&
      destinationConnection.id !== from.destinationConnection?.id && { destinationConnection }),
    ...(!sameValue(config, from.config) && { config }),
    ...(freshnessMinutes !== (from.freshnessMinutes ?? null) && { freshnessMinutes }),
  }
}

/** Whether the flow already has the result of the change. */
export const isDone = (flow: Flow, change: FlowChange): boolean =>
  Object.keys(flowDifference(flow, { ...flow, ...change })).length === 0
