import { useReactFlow } from '@xyflow/react'
import { type DragEvent, useState } from 'react'

import {
  isTransformationType,
  type TransformationType,
} from '../../../../core/catalog/transformations/transformation-types.ts'
import { type CanvasNode, type InsertEdge, NODE_SIZE } from './canvas-nodes.ts'

/** The type of what is dragged from the palette. */
export const DRAGGED_STEP = 'application/x-millrace-step'

interface StepDrop {
  readonly edges: readonly InsertEdge[]
  readonly nodes: readonly CanvasNode[]
  /** The reason why no step can be added. */
  readonly disabledReason: string | undefined
  onDrop(type: TransformationType, edge: InsertEdge): void
}

/** Takes a step from the palette into the nearest line, which is marked meanwhile. */
export function useStepDrop({ edges, nodes, disabledReason, onDrop }: StepDrop) {
  const { screenToFlowPosition } = useReactFlow()
  const [marked, setMarked] = useState<string>()
  const nearest = ({ clientX, clientY }: DragEvent): InsertEdge | undefined => {
    const { x, y } = screenToFlowPosition({ x: clientX, y: clientY })
    const places = new Map(nodes.map(({ id, position }) => [id, position]))
    const distanceTo = ({ source, target }: InsertEdge) => {
      const [from, to] = [places.get(source), places.get(target)]
      if (!from || !to) return Number.POSITIVE_INFINITY
      const middle = { x: (from.x + to.x + NODE_SIZE.width) / 2, y: (from.y + to.y + NODE_SIZE.height) / 2 }
      return Math.hypot(middle.x - x, middle.y - y)
    }
    return edges.toSorted((a, b) => distanceTo(a) - distanceTo(b))[0]
  }
  const isStep = ({ dataTransfer }: DragEvent) =>
    disabledReason === undefined && dataTransfer.types.includes(DRAGGED_STEP)
  return {
    marked,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isStep(event)) return
        event.preventDefault()
        setMarked(nearest(event)?.id)
      },
      onDragLeave: () => setMarked(undefined),
      onDrop: (event: DragEvent) => {
        setMarked(undefined)
        const type = event.dataTransfer.getData(DRAGGED_STEP)
        const edge = nearest(event)
        if (!isStep(event) || !edge || !isTransformationType(type)) return
        event.preventDefault()
        onDrop(type, edge)
      },
    },
  }
}
