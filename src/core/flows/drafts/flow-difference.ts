import { defined } from '../../catalog/defined.ts'
import type { Flow, FlowChange } from '../flow.ts'
import { sameValue } from './same-value.ts'

/** The changes that turn the first flow into the second. */
export function flowDifference(from: Flow, to: Flow): FlowChange {
  const { name, enabled, sourceConnection, destinationConnection, config, freshnessMinutes = null } = to
  return defined({
    name: name !== from.name ? name : undefined,
    enabled: enabled !== from.enabled ? enabled : undefined,
    sourceConnection:
      sourceConnection && sourceConnection.id !== from.sourceConnection?.id ? sourceConnection : undefined,
    destinationConnection:
      destinationConnection && destinationConnection.id !== from.destinationConnection?.id
        ? destinationConnection
        : undefined,
    config: sameValue(config, from.config) ? undefined : config,
    freshnessMinutes: freshnessMinutes !== (from.freshnessMinutes ?? null) ? freshnessMinutes : undefined,
  })
}

/** Whether the flow already has the result of the change. */
export const isDone = (flow: Flow, change: FlowChange): boolean =>
  Object.keys(flowDifference(flow, { ...flow, ...change })).length === 0
