import { useLingui } from '@lingui/react/macro'
import {
  type AriaLabelConfig,
  BaseEdge,
  type EdgeProps,
  Handle,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react'
import { type FocusEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import '@xyflow/react/dist/base.css'

import styles from './flow-graph.module.css'
import { GraphCardView } from './graph-card.tsx'
import type { Drawing, DrawnEdge, DrawnNode } from './graph-drawing.ts'

const MARGIN = 16
/** Smaller letters cannot be read. */
const LEAST_ZOOM = 0.75
const PRO_OPTIONS = { hideAttribution: true }
/** More cards are drawn only while they are visible. */
const MANY = 300

interface GraphCanvasProps {
  readonly drawing: Drawing
  /** Of the canvas, in pixels. */
  readonly width: number
  /** The card that was unfolded or folded last: it stays where it is. */
  readonly pinned: string | undefined
}

/** The cards and lines of the graph, moved by wheel, pinch and keyboard. */
export function GraphCanvas({ drawing: { nodes, edges, width: drawn }, width, pinned }: GraphCanvasProps) {
  const labels = useGraphLabels()
  const showFocused = useShowFocused()
  const [near, setNear] = useState<string>()
  useKeptInPlace(nodes, pinned)
  const emphasized = useMemo(
    () =>
      near === undefined
        ? [...edges]
        : edges.map((edge) =>
            edge.source === near || edge.target === near ? edge : { ...edge, className: styles['far'] },
          ),
    [edges, near],
  )
  const [start] = useState(() => {
    const zoom = Math.min(1, Math.max(LEAST_ZOOM, width / (drawn + 2 * MARGIN)))
    return { x: Math.max(MARGIN, (width - drawn * zoom) / 2), y: MARGIN, zoom }
  })
  return (
    <ReactFlow
      ariaLabelConfig={labels}
      onFocus={(event) => {
        setNear(cardAt(event.target))
        showFocused(event)
      }}
      onBlur={() => setNear(undefined)}
      onNodeMouseEnter={(_, { id }) => setNear(id)}
      onNodeMouseLeave={() => setNear(undefined)}
      nodes={nodes as DrawnNode[]}
      edges={emphasized as DrawnEdge[]}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      defaultViewport={start}
      onlyRenderVisibleElements={nodes.length > MANY}
      panOnScroll
      minZoom={0.1}
      maxZoom={1.5}
      zoomOnDoubleClick={false}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      proOptions={PRO_OPTIONS}
    />
  )
}

const cardAt = (target: Element) => target.closest<HTMLElement>('.react-flow__node')?.dataset['id']

/** Unfolding one card moves others, but not the one that the pointer is on. */
function useKeptInPlace(nodes: Drawing['nodes'], pinned: string | undefined) {
  const { getViewport, setViewport } = useReactFlow()
  const before = useRef(nodes)
  useLayoutEffect(() => {
    const placeIn = (drawn: Drawing['nodes']) => drawn.find(({ id }) => id === pinned)?.position
    const [from, to] = [placeIn(before.current), placeIn(nodes)]
    before.current = nodes
    if (!from || !to || (from.x === to.x && from.y === to.y)) return
    const { x, y, zoom } = getViewport()
    void setViewport({ x: x + (from.x - to.x) * zoom, y: y + (from.y - to.y) * zoom, zoom })
  }, [nodes, pinned, getViewport, setViewport])
}

/** Moves the picture so that what gets the focus by keyboard is visible. */
function useShowFocused() {
  const { fitView } = useReactFlow()
  return ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const id = cardAt(target)
    const [node, frame] = [target.getBoundingClientRect(), currentTarget.getBoundingClientRect()]
    const isVisible =
      node.left >= frame.left && node.right <= frame.right && node.top >= frame.top && node.bottom <= frame.bottom
    if (id !== undefined && !isVisible) void fitView({ nodes: [{ id }], minZoom: 0.8, maxZoom: 1 })
  }
}

/** Every card has its own name; the canvas adds no instructions, because what is in them are links and buttons. */
function useGraphLabels(): Partial<AriaLabelConfig> {
  const { t } = useLingui()
  return useMemo(() => ({ 'node.a11yDescription.default': t`Opens the flow` }), [t])
}

const CardNode = memo(function CardNode({ data: { card, after } }: NodeProps<DrawnNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={styles['handle']} />
      <GraphCardView card={card} after={after} />
      <Handle type="source" position={Position.Right} isConnectable={false} className={styles['handle']} />
    </>
  )
})

const LineEdge = memo(function LineEdge({ data, style, markerEnd }: EdgeProps<DrawnEdge>) {
  return data && <BaseEdge path={data.path} {...(style && { style })} {...(markerEnd && { markerEnd })} />
})

/** Outside of every component, because a new object would remount everything. */
const NODE_TYPES = { card: CardNode }
const EDGE_TYPES = { line: LineEdge }
