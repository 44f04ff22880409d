import { type Edge, MarkerType, type Node, Position } from '@xyflow/react'
import { defined } from '../../../core/catalog/defined.ts'
import type { FlowGraph, GraphEdge, GraphNode } from '../../../core/flows/graph/flow-graph.ts'
import { layOutGraph } from '../../../core/flows/graph/lay-out-graph.ts'

/** As in the style sheet. */
const WIDTH = 208
const HEIGHT = 104
const COLUMN = WIDTH + 72
const ROW = HEIGHT + 24

export type DrawnNode = Node<{ readonly node: GraphNode; readonly after: readonly string[] }, 'node'>

export function drawnNodes(graph: FlowGraph): DrawnNode[] {
  const places = layOutGraph(graph)
  const names = new Map(graph.nodes.flatMap((node) => (node.kind === 'flow' ? [[node.id, node.flow.name]] : [])))
  return graph.nodes.map((node) => {
    const { column, row } = places.get(node.id) ?? { column: 0, row: 0 }
    const after = graph.edges.flatMap(({ to, from }) => (to === node.id ? (names.get(from) ?? []) : []))
    return {
      id: node.id,
      type: 'node',
      position: { x: column * COLUMN, y: row * ROW },
      width: WIDTH,
      height: HEIGHT,
      // Its link can be clicked, although the canvas neither selects nor moves it.
      style: { pointerEvents: 'all' },
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
      data: { node, after },
    }
  })
}

const COLORS: Readonly<Record<GraphEdge['kind'], string>> = {
  all_succeeded: 'var(--accent)',
  any_ended: 'var(--accent)',
  data: 'var(--border-control)',
}

export const drawnEdges = ({ edges }: FlowGraph): Edge[] =>
  edges.map(({ id, from, to, kind }) =>
    defined({
      id,
      source: from,
      target: to,
      style: defined({
        stroke: COLORS[kind],
        strokeWidth: kind === 'data' ? 1.5 : 2,
        strokeDasharray: kind === 'any_ended' ? '6 5' : undefined,
      }),
      markerEnd: kind !== 'data' ? { type: MarkerType.ArrowClosed, color: COLORS[kind] } : undefined,
    }),
  )
