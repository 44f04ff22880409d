import type { Edge } from '@xyflow/react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { Position, Positions } from '../../../core/flows/positions.ts'
import type { EndNode, TransformationNode } from './flow-node.tsx'
import type { NodeRunState } from './node-run.tsx'

export type CanvasNode = EndNode | TransformationNode

export interface NodeRuns {
  readonly source: NodeRunState | undefined
  readonly destination: NodeRunState | undefined
}

/** Source, transformations in their order, destination. */
export function canvasNodes(flow: Flow, positions: Positions, runs: NodeRuns): CanvasNode[] {
  const { sourceConnection, destinationConnection, config } = flow
  return [
    {
      id: 'source',
      type: 'end',
      position: positions.source,
      data: { end: 'source', connection: sourceConnection, run: runs.source },
    },
    ...config.transformations.map(
      (transformation): TransformationNode => ({
        id: `transformation-${transformation.id}`,
        type: 'transformation',
        position: positions.transformations[transformation.id] ?? { x: 0, y: 0 },
        data: { transformation },
      }),
    ),
    {
      id: 'destination',
      type: 'end',
      position: positions.destination,
      data: { end: 'destination', connection: destinationConnection, run: runs.destination },
    },
  ]
}

/** One line through all nodes. */
export function canvasEdges({ config }: Flow, isLive: boolean): Edge[] {
  const stops = ['source', ...config.transformations.map(({ id }) => `transformation-${id}`), 'destination']
  return stops.slice(1).map((target, index) => ({
    id: `to-${target}`,
    source: stops[index] ?? 'source',
    target,
    animated: isLive,
  }))
}

interface Moved {
  readonly id: string
  readonly position: Position
}

/** Where everything stands after some nodes were moved. */
export function positionsFrom(before: Positions, moved: readonly Moved[]): Positions {
  const places = new Map(moved.map(({ id, position: { x, y } }) => [id, { x: Math.round(x), y: Math.round(y) }]))
  const transformations = Object.entries(before.transformations).map(
    ([id, position]) => [id, places.get(`transformation-${id}`) ?? position] as const,
  )
  return {
    source: places.get('source') ?? before.source,
    destination: places.get('destination') ?? before.destination,
    transformations: Object.fromEntries(transformations),
  }
}
