import { useReactFlow } from '@xyflow/react'
import type { RefObject } from 'react'

import { NODE_SIZE } from './canvas-nodes.ts'

export interface NodeFocus {
  /** Brings a node into view, when it is not. */
  show(nodeId: string): void
  /** Brings it into view and gives it the focus. */
  focus(nodeId: string): void
  /** Gives the panel beside the picture the focus. */
  focusPanel(): void
  /** Call before a change, and what it answers after: the focus goes on where the person is working, at another node. */
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
    // Only nodes in view are drawn: this one may have to be drawn first.
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

const byNode = (within: HTMLElement | null, selector: string, nodeId: string): HTMLElement | undefined =>
  [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].find(({ dataset }) => dataset['id'] === nodeId)
