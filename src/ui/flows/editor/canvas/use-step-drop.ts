import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'

import {
  isTransformationType,
  type TransformationType,
} from '../../../../core/catalog/transformations/transformation-types.ts'
import { type CanvasNode, type InsertEdge, NODE_SIZE } from './canvas-nodes.ts'

/** The type of what is dragged from the palette. */
export const DRAGGED_STEP = 'application/x-millrace-step'

export interface StepDrop {
  readonly lines: readonly InsertEdge[]
  readonly nodes: readonly CanvasNode[]
  /** The line into which the step would go. */
  onMark(line: string | undefined): void
  onAdd(type: TransformationType, line?: InsertEdge): void
}

/** Takes a step from the palette into the nearest line of the picture around it, which is marked meanwhile. */
export function useStepDrop(palette: RefObject<HTMLElement | null>, drop: StepDrop): void {
  const { screenToFlowPosition } = useReactFlow()
  const latest = useRef(drop)
  useEffect(() => {
    latest.current = drop
  })
  useEffect(() => {
    const canvas = palette.current?.closest<HTMLElement>('.react-flow')
    const nearest = ({ clientX, clientY }: DragEvent): InsertEdge | undefined => {
      const { lines, nodes } = latest.current
      const { x, y } = screenToFlowPosition({ x: clientX, y: clientY })
      const places = new Map(nodes.map(({ id, position }) => [id, position]))
      const distanceTo = ({ source, target }: InsertEdge) => {
        const [from, to] = [places.get(source), places.get(target)]
        if (!from || !to) return Number.POSITIVE_INFINITY
        const middle = { x: (from.x + to.x + NODE_SIZE.width) / 2, y: (from.y + to.y + NODE_SIZE.height) / 2 }
        return Math.hypot(middle.x - x, middle.y - y)
      }
      return lines.toSorted((a, b) => distanceTo(a) - distanceTo(b))[0]
    }
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes(DRAGGED_STEP)) return
      event.preventDefault()
      latest.current.onMark(nearest(event)?.id)
    }
    const leave = () => latest.current.onMark(undefined)
    const take = (event: DragEvent) => {
      leave()
      const type = event.dataTransfer?.getData(DRAGGED_STEP) ?? ''
      const line = nearest(event)
      if (!line || !isTransformationType(type)) return
      event.preventDefault()
      latest.current.onAdd(type, line)
    }
    canvas?.addEventListener('dragover', over)
    canvas?.addEventListener('dragleave', leave)
    canvas?.addEventListener('drop', take)
    return () => {
      canvas?.removeEventListener('dragover', over)
      canvas?.removeEventListener('dragleave', leave)
      canvas?.removeEventListener('drop', take)
    }
  }, [palette, screenToFlowPosition])
}
