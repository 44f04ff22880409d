import { Graph, graphlib, layout, type Point } from '@dagrejs/dagre'

import { CARD_WIDTH } from './card-size.ts'

export interface Box {
  readonly id: string
  readonly height: number
}

export interface Link {
  readonly id: string
  readonly from: string
  readonly to: string
}

export interface Layout {
  /** The upper left corner of each box. */
  readonly places: ReadonlyMap<string, Point>
  /** Where a link bends on its way around other boxes. */
  readonly bends: ReadonlyMap<string, readonly Point[]>
  readonly width: number
}

const GAPS = { rankdir: 'LR', nodesep: 14, edgesep: 8, ranksep: 88 } as const
const APART = 24
/** The quick way for a part with more boxes: the thorough one would take seconds. */
const MANY = 400

/** Puts boxes to the right of those that lead to them. Parts without a link between them are beside each other while there is room. */
export function layOut(boxes: readonly Box[], links: readonly Link[], room: number): Layout {
  const [places, bends] = [new Map<string, Point>(), new Map<string, readonly Point[]>()]
  const linksFrom = Map.groupBy(links, ({ from }) => from)
  const parts = partsOf(boxes, links).map((part) =>
    layOutPart(
      part,
      part.flatMap(({ id }) => linksFrom.get(id) ?? []),
    ),
  )
  const widest = Math.max(room, ...parts.map(({ width }) => width))
  let [x, y, height, width] = [0, 0, 0, 0]
  for (const part of parts.toSorted((a, b) => b.boxes - a.boxes || b.height - a.height)) {
    if (x > 0 && x + part.width > widest) [x, y, height] = [0, y + height + APART, 0]
    const move = (point: Point): Point => ({ x: point.x + x, y: point.y + y })
    for (const [id, place] of part.places) places.set(id, move(place))
    for (const [id, points] of part.bends) bends.set(id, points.map(move))
    width = Math.max(width, x + part.width)
    x += part.width + APART
    height = Math.max(height, part.height)
  }
  return { places, bends, width }
}

/** Boxes that are linked with each other, directly or through others. */
function partsOf(boxes: readonly Box[], links: readonly Link[]): readonly (readonly Box[])[] {
  const graph = new Graph()
  for (const { id } of boxes) graph.setNode(id)
  for (const { from, to } of links) graph.setEdge(from, to)
  const byId = new Map(boxes.map((box) => [box.id, box]))
  return graphlib.alg.components(graph).map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
}

interface Part extends Layout {
  readonly boxes: number
  readonly height: number
}

function layOutPart(boxes: readonly Box[], links: readonly Link[]): Part {
  const [only, ...others] = boxes
  if (only && others.length === 0) {
    return {
      places: new Map([[only.id, { x: 0, y: 0 }]]),
      bends: new Map(),
      width: CARD_WIDTH,
      height: only.height,
      boxes: 1,
    }
  }
  const isLarge = boxes.length > MANY
  const ranker = isLarge ? ('longest-path' as const) : ('network-simplex' as const)
  const graph = new Graph({ multigraph: true }).setGraph({ ...GAPS, ranker, acyclicer: 'greedy' })
  for (const { id, height } of boxes) graph.setNode(id, { width: CARD_WIDTH, height })
  for (const { id, from, to } of links) graph.setEdge(from, to, {}, id)
  layout(graph, { disableOptimalOrderHeuristic: isLarge })
  const places = new Map(
    boxes.map(({ id, height }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: x - CARD_WIDTH / 2, y: y - height / 2 }]
    }),
  )
  const bends = new Map(links.map(({ id, from, to }) => [id, graph.edge(from, to, id).points?.slice(1, -1) ?? []]))
  const { width = CARD_WIDTH, height = 0 } = graph.graph()
  return { places, bends, width, height, boxes: boxes.length }
}
