import { useReactFlow } from '@xyflow/react'
import type { RefObject } from 'react'

import { NODE_SIZE } from './canvas-nodes.ts'

interface NodeFocus {
  /** Brings a node into view, when it is not. */
  show(nodeId: string): void
  /** Brings it into view and gives it the focus. */
  focus(nodeId: string): void
}

export function useNodeFocus(canvas: RefObject<HTMLElement | null>): NodeFocus {
  const { getNode, getZoom, flowToScreenPosition, setCenter } = useReactFlow()
  const show = (nodeId: string) => {
    const node = getNode(nodeId)
    const view = canvas.current?.getBoundingClientRect()
    if (!node || !view) return
    const { x, y } = flowToScreenPosition(node.position)
    const zoom = getZoom()
    const { width, height } = NODE_SIZE
    const isInView =
      x >= view.left && y >= view.top && x + width * zoom <= view.right && y + height * zoom <= view.bottom
    if (!isInView) void setCenter(node.position.x + width / 2, node.position.y + height / 2, { zoom })
  }
  const focus = (nodeId: string) => {
    show(nodeId)
    // Only nodes in view are drawn: this one may have to be drawn first.
    setTimeout(() => {
      const drawn = [...(canvas.current?.querySelectorAll<HTMLElement>('.react-flow__node') ?? [])]
      drawn.find(({ dataset }) => dataset['id'] === nodeId)?.focus({ preventScroll: true })
    })
  }
  return { show, focus }
}
