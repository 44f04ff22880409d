import type { Point } from '@dagrejs/dagre'
import { type Edge, MarkerType, type Node, Position } from '@xyflow/react'
import { defined } from '../../../core/catalog/defined.ts'
import type { FlowGraph, GraphCard, GraphLine } from '../../../core/flows/graph/flow-graph.ts'
import { CARD_WIDTH, cardHeight, type IsOpen, lineHeight } from './card-size.ts'
import { layOut } from './lay-out.ts'

export type DrawnNode = Node<{ readonly card: GraphCard; readonly after: readonly string[] }, 'card'>
export type DrawnEdge = Edge<{ readonly path: string }, 'line'>

export interface Drawing {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
  readonly width: number
}

/** The picture of a graph. @param room pixels beside each other that can be seen at once */
export function drawGraph(graph: FlowGraph, isOpen: IsOpen, room: number): Drawing {
  const boxes = graph.cards.map((card) => ({ id: card.id, height: cardHeight(card, isOpen) }))
  const { places, bends, width } = layOut(boxes, graph.lines, room)
  const placeOf = (id: string) => places.get(id) ?? { x: 0, y: 0 }
  const cards = new Map(graph.cards.map((card) => [card.id, inOrderOfTargets(card, (id) => placeOf(id).y)]))
  const before = namesBefore(graph)
  const nodes = graph.cards.map(({ id }): DrawnNode => {
    const card = cards.get(id) as GraphCard
    return {
      id,
      type: 'card',
      position: placeOf(id),
      width: CARD_WIDTH,
      height: cardHeight(card, isOpen),
      // What is in it can be clicked, although the canvas neither selects nor moves it.
      style: { pointerEvents: 'all' },
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
      data: { card, after: before.get(id) ?? [] },
    }
  })
  const edges = graph.lines.map((line) => {
    const [from, to] = [placeOf(line.from), placeOf(line.to)]
    const isBack = to.x <= from.x
    const start = {
      x: from.x + (isBack ? 0 : CARD_WIDTH),
      y: from.y + lineHeight(cards.get(line.from) as GraphCard, line.bundle, isOpen),
    }
    const end = {
      x: to.x + (isBack ? CARD_WIDTH : 0),
      y: to.y + lineHeight(cards.get(line.to) as GraphCard, undefined, isOpen),
    }
    return drawnEdge(line, linePath(start, bends.get(line.id) ?? [], end))
  })
  return { nodes, edges, width }
}

/** Bundles from top to bottom as their destinations are, so that their lines do not cross. */
const inOrderOfTargets = (card: GraphCard, heightOf: (id: string) => number): GraphCard =>
  card.kind === 'connection'
    ? { ...card, bundles: card.bundles.toSorted((a, b) => heightOf(a.to?.id ?? '') - heightOf(b.to?.id ?? '')) }
    : card

/** After which flows each card starts. */
export function namesBefore({ cards, lines }: FlowGraph): ReadonlyMap<string, readonly string[]> {
  const names = new Map(cards.map((card) => [card.id, namesOf(card)]))
  const before = new Map<string, readonly string[]>()
  for (const { from, to } of lines) before.set(to, [...(before.get(to) ?? []), ...(names.get(from) ?? [])])
  return before
}

const namesOf = (card: GraphCard): readonly string[] => {
  if (card.kind === 'flow') return [card.flow.name]
  return card.kind === 'flows' ? card.bundle.flows.map(({ name }) => name) : []
}

/** The more flows, the thicker. */
const thickness = ({ flows }: GraphLine) => Math.min(4, 1.25 + Math.log2(flows) * 0.5)

function drawnEdge(line: GraphLine, path: string): DrawnEdge {
  const { id, from, to, kind } = line
  const color = kind === 'data' ? 'var(--border-control)' : 'var(--accent)'
  return {
    id,
    type: 'line',
    source: from,
    target: to,
    data: { path },
    style: defined({
      stroke: color,
      strokeWidth: thickness(line),
      strokeDasharray: kind === 'any_ended' ? '6 5' : undefined,
    }),
    markerEnd: { type: MarkerType.ArrowClosed, color, markerUnits: 'userSpaceOnUse', width: 16, height: 16 },
  }
}

/** A line through its bends. It is level beside boxes, so that it does not cut their corners. */
function linePath(start: Point, bends: readonly Point[], end: Point): string {
  const forward = end.x >= start.x ? 1 : -1
  const level = (forward * CARD_WIDTH) / 2
  const points = bends.flatMap(({ x, y }, at) =>
    // Every second bend is between two columns.
    at % 2 === 0
      ? [{ x, y }]
      : [
          { x: x - level, y },
          { x: x + level, y },
        ],
  )
  const kept = points.length === 1 ? [] : points
  let [path, last] = [`M ${start.x} ${start.y}`, start]
  for (const point of [...kept, end]) {
    const middle = (last.x + point.x) / 2
    path +=
      last.y === point.y
        ? ` L ${point.x} ${point.y}`
        : ` C ${middle} ${last.y} ${middle} ${point.y} ${point.x} ${point.y}`
    last = point
  }
  return path
}
