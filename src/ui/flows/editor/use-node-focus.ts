import { useReactFlow } from '@xyflow/react'
import type { RefObject } from 'react'

import { NODE_SIZE } from './canvas-nodes.ts'

/** Brings a node into view, when it is not, and gives it the focus. */
export function useNodeFocus(canvas: RefObject<HTMLElement | null>): (nodeId: string) => void {
  const { getNode, getZoom, flowToScreenPosition, setCenter } = useReactFlow()
  return (nodeId) => {
    const node = getNode(nodeId)
    const view = canvas.current?.getBoundingClientRect()
    if (!node || !view) return
    const { x, y } = flowToScreenPosition(node.position)
    const zoom = getZoom()
    const { width, height } = NODE_SIZE
    const isInView =
      x >= view.left && y >= view.top && x + width * zoom <= view.right && y + height * zoom <= view.bottom
    if (!isInView) void setCenter(node.position.x + width / 2, node.position.y + height / 2, { zoom })
    // Only nodes in view are drawn: this one may have to be drawn first.
    setTimeout(() => {
      const drawn = [...(canvas.current?.querySelectorAll<HTMLElement>('.react-flow__node') ?? [])]
      drawn.find(({ dataset }) => dataset['id'] === nodeId)?.focus({ preventScroll: true })
    })
  }
}
