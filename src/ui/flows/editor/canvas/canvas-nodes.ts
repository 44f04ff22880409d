import { type Edge, Position as Side } from '@xyflow/react'

import type { WriteMode } from '../../../../core/catalog/connections/connection-types.ts'
import type { Flow, FlowStream, Transformation } from '../../../../core/flows/flow.ts'
import { DESTINATION, flowPaths, type PathPart, SOURCE } from '../../../../core/flows/positions/flow-paths.ts'
import type { Direction } from '../../../../core/flows/positions/lay-out-flow.ts'
import type { Position, Positions } from '../../../../core/flows/positions/positions.ts'
import type { FlowReview } from '../steps/use-step-reviews.ts'
import type { EndNode } from './flow-node.tsx'
import type { StepNode } from './step-node.tsx'
import type { NodeRuns } from './use-node-runs.ts'

export type CanvasNode = EndNode | StepNode

export type InsertEdge = Edge<Pick<PathPart, 'index' | 'stream'>, 'insert'>

/** In pixels; the default positions (spec §3) leave no more space. */
export const NODE_SIZE = { width: 168, height: 72 }

const STEP_PREFIX = 'step-'

export const nodeIdOf = ({ id }: Pick<Transformation, 'id'>): string => STEP_PREFIX + id

/** Absent for a source or a destination. */
export const stepIdOf = (nodeId: string): string | undefined =>
  nodeId.startsWith(STEP_PREFIX) ? nodeId.slice(STEP_PREFIX.length) : undefined

/** Source, steps in their order, destination. */
export const nodeIdsOf = ({ config }: Flow): readonly string[] => [
  'source',
  ...config.transformations.map(nodeIdOf),
  'destination',
]

const { width, height } = NODE_SIZE
const handle = (type: 'source' | 'target', position: Side, x: number, y: number) => ({
  id: position,
  type,
  position,
  x,
  y,
  width: 1,
  height: 1,
})

/** The points where lines meet a step: fixed, so that lines to invisible steps can be drawn without drawing the step. */
const STEP_HANDLES = [
  handle('target', Side.Left, 0, height / 2),
  handle('target', Side.Top, width / 2, 0),
  handle('source', Side.Right, width, height / 2),
  handle('source', Side.Bottom, width / 2, height),
]

export function canvasNodes(
  { sourceConnection, destinationConnection, config }: Flow,
  positions: Positions,
  runs: NodeRuns,
  review: FlowReview,
): CanvasNode[] {
  const end = { type: 'end', initialWidth: width, initialHeight: height } as const
  const moves = { tables: config.streams.length, mode: modeOf(config.streams) }
  const places = [positions.source, positions.destination, ...Object.values(positions.transformations)]
  return [
    {
      ...end,
      id: 'source',
      position: positions.source,
      data: { end: 'source', connection: sourceConnection, moves, problem: review.source, run: runs.source },
    },
    ...config.transformations.map(
      (step): StepNode => ({
        id: nodeIdOf(step),
        type: 'step',
        position: positions.transformations[step.id] ?? { x: 0, y: 0 },
        data: {
          step,
          problem: review.steps.get(step.id)?.problems[0],
          run: runs.step(step.id),
          isTight: step.note !== undefined && isTight(positions.transformations[step.id], places),
        },
        handles: STEP_HANDLES,
        ...NODE_SIZE,
        // Invisible steps are never drawn, so never measured; without all measures, React Flow cannot fit the view.
        measured: NODE_SIZE,
      }),
    ),
    {
      ...end,
      id: 'destination',
      position: positions.destination,
      data: {
        end: 'destination',
        connection: destinationConnection,
        moves,
        problem: review.destination,
        run: runs.destination,
      },
    },
  ]
}

/** In pixels: a note of two lines. */
const NOTE_HEIGHT = 42

/** Another node is so close below that a note of two lines would be behind it, as at the default positions (spec §3). */
const isTight = (place: Position | undefined, places: readonly Position[]): boolean =>
  place !== undefined &&
  places.some(({ x, y }) => Math.abs(x - place.x) < width && y > place.y + height && y < place.y + height + NOTE_HEIGHT)

/** The common write mode of all tables; nothing if they differ, or if none is selected by name. */
function modeOf(streams: readonly FlowStream[]): WriteMode | undefined {
  const [mode, ...others] = new Set(streams.map((stream) => stream.mode))
  return others.length === 0 ? mode : undefined
}

/** The lines of the flow; if the next node is below, a line starts at the bottom. */
export function canvasEdges(
  flow: Flow,
  positions: Positions,
  { isLive, direction }: { readonly isLive: boolean; readonly direction: Direction },
): InsertEdge[] {
  const placeOf = (end: string) =>
    end === SOURCE || end === DESTINATION ? positions[end] : positions.transformations[end]
  const nodeOf = (end: string) => (end === SOURCE || end === DESTINATION ? end : nodeIdOf({ id: end }))
  return flowPaths(flow.config).map(({ from, to, ...where }): InsertEdge => {
    const isDown = goesDown(placeOf(from), placeOf(to), direction)
    return {
      id: `${nodeOf(from)}>${nodeOf(to)}`,
      type: 'insert',
      source: nodeOf(from),
      sourceHandle: isDown ? Side.Bottom : Side.Right,
      target: nodeOf(to),
      targetHandle: isDown ? Side.Top : Side.Left,
      animated: isLive,
      // The nodes themselves announce their order.
      domAttributes: { 'aria-hidden': true },
      data: where,
    }
  })
}

const goesDown = (from: Position | undefined, to: Position | undefined, direction: Direction): boolean =>
  from !== undefined &&
  to !== undefined &&
  (direction === 'down' ? to.y >= from.y + height : to.x < from.x + width && to.y > from.y)

interface Moved {
  readonly id: string
  readonly position: Position
}

/** The positions of all nodes after some were moved. */
export function positionsFrom(before: Positions, moved: readonly Moved[]): Positions {
  const places = new Map(moved.map(({ id, position: { x, y } }) => [id, { x: Math.round(x), y: Math.round(y) }]))
  const transformations = Object.entries(before.transformations).map(
    ([id, position]) => [id, places.get(STEP_PREFIX + id) ?? position] as const,
  )
  return {
    source: places.get('source') ?? before.source,
    destination: places.get('destination') ?? before.destination,
    transformations: Object.fromEntries(transformations),
  }
}
