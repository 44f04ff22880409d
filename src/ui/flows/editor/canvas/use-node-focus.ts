import { useReactFlow } from '@xyflow/react'
import type { RefObject } from 'react'

import { NODE_SIZE } from './canvas-nodes.ts'

export interface NodeFocus {
  /** Scrolls a node into view, if necessary. */
  show(nodeId: string): void
  /** Scrolls it into view and focuses it. */
  focus(nodeId: string): void
  /** Focuses the panel beside the picture. */
  focusPanel(): void
  /** Call it before a change, and the returned function after it: the focus moves to another node in the same place. */
  follow(): (nodeId: string) => void
}

interface Places {
  readonly canvas: RefObject<HTMLElement | null>
  readonly panel: RefObject<HTMLElement | null>
}

export function useNodeFocus({ canvas, panel }: Places): NodeFocus {
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
    // Only visible nodes are drawn: this one may have to be drawn first.
    setTimeout(() => byNode(canvas.current, '.react-flow__node', nodeId)?.focus({ preventScroll: true }))
  }
  const focusPanel = () =>
    void setTimeout(() => panel.current?.querySelector<HTMLElement>('[role="tabpanel"]')?.focus())
  const follow = () => {
    const active = document.activeElement
    if (canvas.current?.contains(active)) return focus
    if (active?.closest('[data-outline]')) {
      return (nodeId: string) => void setTimeout(() => byNode(panel.current, '[data-outline] button', nodeId)?.focus())
    }
    return panel.current?.contains(active) ? focusPanel : () => undefined
  }
  return { show, focus, focusPanel, follow }
}

const byNode = (within: HTMLElement | null, selector: string, nodeId: string) =>
  within?.querySelector<HTMLElement>(`${selector}[data-id="${CSS.escape(nodeId)}"]`)
