import type { AfterPolicy } from '../../catalog/schedules/flow-order.ts'
import type { Flow, FlowConnection } from '../flow.ts'

export type GraphNode =
  | { readonly id: string; readonly kind: 'flow'; readonly flow: Flow }
  | { readonly id: string; readonly kind: 'connection'; readonly connection: FlowConnection }
  /** A flow that does not exist any more, but after which another one starts. */
  | { readonly id: string; readonly kind: 'deleted' }

export interface GraphEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  /** `data`: rows move from a connection to a flow, or from a flow to a connection. */
  readonly kind: AfterPolicy | 'data'
}

export interface FlowGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/**
 * Which flow starts after which, and if wanted between which connections they move rows.
 * @param shown the flows of the graph
 * @param all every flow of the organization: one that is not among them is deleted
 */
export function flowGraph(shown: readonly Flow[], all: readonly Flow[], hasConnections: boolean): FlowGraph {
  const [inGraph, existing] = [new Set(shown.map(({ id }) => id)), new Set(all.map(({ id }) => id))]
  const nodes = new Map<string, GraphNode>(shown.map((flow) => [flow.id, { id: flow.id, kind: 'flow', flow }]))
  const edges: GraphEdge[] = []
  const connect = (from: string, to: string, kind: GraphEdge['kind']) =>
    edges.push({ id: `${from} ${to}`, from, to, kind })
  const drawConnection = (connection: FlowConnection): string => {
    const id = `connection ${connection.id}`
    nodes.set(id, { id, kind: 'connection', connection })
    return id
  }
  for (const { id, config, sourceConnection, destinationConnection } of shown) {
    const { flowIds, when } = config.after ?? { flowIds: [], when: 'all_succeeded' }
    for (const before of flowIds) {
      if (!existing.has(before)) nodes.set(before, { id: before, kind: 'deleted' })
      if (inGraph.has(before) || !existing.has(before)) connect(before, id, when)
    }
    if (!hasConnections) continue
    if (sourceConnection) connect(drawConnection(sourceConnection), id, 'data')
    if (destinationConnection) connect(id, drawConnection(destinationConnection), 'data')
  }
  return { nodes: [...nodes.values()], edges }
}
