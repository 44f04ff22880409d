import { Trans, useLingui } from '@lingui/react/macro'
import {
  type AriaLabelConfig,
  applyNodeChanges,
  type Connection,
  type NodeChange,
  Panel,
  ReactFlow,
  useStore,
} from '@xyflow/react'
import { Plus } from 'lucide'
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import '@xyflow/react/dist/base.css'

import { isFinal } from '../../../../core/catalog/runs/run-states.ts'
import type { TransformationType } from '../../../../core/catalog/transformations/transformation-types.ts'
import { sameValue } from '../../../../core/flows/drafts/same-value.ts'
import type { Flow, FlowConfig } from '../../../../core/flows/flow.ts'
import type { Positions } from '../../../../core/flows/positions/positions.ts'
import type { Run } from '../../../../core/runs/run.ts'
import { Button } from '../../../kit/button/button.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import type { FlowReview } from '../steps/use-step-reviews.ts'
import { type Bounds, boundsOf } from './canvas-bounds.ts'
import { CanvasGrid } from './canvas-grid.tsx'
import { type CanvasNode, canvasEdges, canvasNodes, type InsertEdge, positionsFrom } from './canvas-nodes.ts'
import styles from './flow-canvas.module.css'
import { NODE_TYPES } from './flow-node.tsx'
import { EDGE_TYPES } from './insert-edge.tsx'
import { useDirection } from './use-direction.ts'
import { useKeptFitted } from './use-kept-fitted.ts'
import { useNodeLabels } from './use-node-labels.ts'
import { useNodeRuns } from './use-node-runs.ts'

const CanvasControls = lazyNamed(() => import('./canvas-controls.tsx'), 'CanvasControls', { isPart: true })

const CanvasComments = lazyNamed(() => import('./canvas-comments.tsx'), 'CanvasComments')
const StepPalette = lazyNamed(() => import('./step-palette.tsx'), 'StepPalette')

const PRO_OPTIONS = { hideAttribution: true }

interface FlowCanvasProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly flow: Flow
  readonly positions: Positions
  readonly run: Run | undefined
  readonly review: FlowReview
  readonly selected: readonly string[]
  /** The reason why no step can be added. */
  readonly isReadOnly: boolean
  readonly addDisabledReason: string | undefined
  onSelect(nodeId: string | undefined): void
  /** Adds a node to the selection, or removes it. */
  onToggle(nodeId: string): void
  onOpen(nodeId: string): void
  onPlace(positions: Positions): void
  onTidy(): void
  /** Asks for a step. */
  onAsk(): void
  /** Adds a step behind the selected node, or into a line. */
  onAdd(type: TransformationType, line?: InsertEdge): void
  /** A line was drawn from one node to another. */
  onConnect(from: string, to: string): void
  /** Comments were changed. */
  onComment(config: FlowConfig, kind?: string): void
}

/** The picture of the flow: a projection of the document, with the positions of nodes from this browser. */
export function FlowCanvas({
  ref,
  flow,
  positions,
  run,
  review,
  selected,
  isReadOnly,
  addDisabledReason,
  ...on
}: FlowCanvasProps) {
  const { t } = useLingui()
  const nodeRuns = useNodeRuns(run, flow.config.transformations)
  const labelled = useNodeLabels(flow, review)
  const labels = useCanvasLabels()
  const isLive = run !== undefined && !isFinal(run.status)
  const direction = useDirection()
  const lines = useMemo(() => canvasEdges(flow, positions, { isLive, direction }), [flow, positions, isLive, direction])

  const draw = useCallback(
    (known: CanvasNode[]): CanvasNode[] => {
      const before = new Map(known.map((node) => [node.id, node]))
      const drawn = canvasNodes(flow, positions, nodeRuns, review).map((node) =>
        asKnown(before.get(node.id), {
          ...node,
          selected: selected.includes(node.id),
          ariaLabel: labelled(node.id),
        }),
      )
      const isSame = drawn.length === known.length && drawn.every((node, index) => node === known[index])
      return isSame ? known : drawn
    },
    [flow, positions, nodeRuns, review, selected, labelled],
  )
  const [nodes, setNodes] = useState(() => draw([]))
  useEffect(() => setNodes(draw), [draw])

  const bounds = useMemo(() => boundsOf(positions), [positions])
  const near = nodes.find(({ id }) => id === selected.at(-1))?.position
  const { isPlaced, refit } = useKeptFitted({ bounds, near })
  const [marked, setMarked] = useState<string>()
  const edges = useMemo(
    () => lines.map((line) => (line.id === marked ? { ...line, className: styles['marked'] ?? '' } : line)),
    [lines, marked],
  )
  const connect = ({ source, target }: Connection) => on.onConnect(source, target)

  // A press with a modifier key adds a node to the selection: the focus event must not select only that node.
  const isAdding = useRef(false)
  const takeChanges = (changes: NodeChange<CanvasNode>[]) => {
    // The editor owns the selection; the canvas owns only positions and measures.
    const own = changes.filter(({ type }) => type === 'position' || type === 'dimensions')
    if (own.length > 0) setNodes((known) => applyNodeChanges(own, known))
  }

  return (
    <div className={styles['canvas']} ref={ref}>
      <ReactFlow<CanvasNode, InsertEdge>
        aria-label={t`Flow`}
        ariaLabelConfig={labels}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={takeChanges}
        onPointerDownCapture={(event) => {
          isAdding.current = isForSeveral(event)
        }}
        onKeyDownCapture={() => {
          isAdding.current = false
        }}
        onFocus={({ target }) => {
          const node = nodeOf(target)
          if (node !== undefined && !isAdding.current && !selected.includes(node)) on.onSelect(node)
        }}
        onNodeClick={(event, { id }) => (isForSeveral(event) ? on.onToggle(id) : on.onSelect(id))}
        onNodeDoubleClick={(_event, { id }) => on.onOpen(id)}
        onPaneClick={() => on.onSelect(undefined)}
        onMoveStart={(event) => {
          if (event) isPlaced.current = true
        }}
        onNodeDragStart={() => {
          isPlaced.current = true
        }}
        onNodeDragStop={(_event, _node, moved) => on.onPlace(positionsFrom(positions, moved))}
        onConnect={connect}
        onReconnect={(_line, drawn) => connect(drawn)}
        nodesConnectable={addDisabledReason === undefined}
        edgesReconnectable={addDisabledReason === undefined}
        minZoom={0.25}
        maxZoom={1.75}
        zoomOnDoubleClick={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        onlyRenderVisibleElements
        proOptions={PRO_OPTIONS}
      >
        <CanvasGrid />
        <Panel position="top-left">
          <Button size="sm" icon={Plus} disabledReason={addDisabledReason} onClick={on.onAsk}>
            <Trans>Add step</Trans>
          </Button>
          <Suspense>
            <CanvasComments config={flow.config} isReadOnly={isReadOnly} canvas={ref} onChange={on.onComment} />
          </Suspense>
          {addDisabledReason === undefined && (
            <Suspense>
              <StepPalette {...{ lines, nodes }} config={flow.config} onMark={setMarked} onAdd={on.onAdd} />
            </Suspense>
          )}
        </Panel>
        <Panel position="bottom-left">
          <Suspense>
            <CanvasControls
              onTidy={() => {
                isPlaced.current = false
                on.onTidy()
                refit()
              }}
            />
          </Suspense>
        </Panel>
        <OverviewMap positions={positions} bounds={bounds} />
      </ReactFlow>
    </div>
  )
}

/** The same node object if nothing has changed, because drawn nodes are compared by identity. */
function asKnown(before: CanvasNode | undefined, node: CanvasNode): CanvasNode {
  if (!before) return node
  const isSame =
    sameValue(before.position, node.position) &&
    sameValue(before.data, node.data) &&
    before.selected === node.selected &&
    before.ariaLabel === node.ariaLabel
  return isSame ? before : ({ ...before, ...node } as CanvasNode)
}

interface Pressed {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const isForSeveral = ({ shiftKey, ctrlKey, metaKey }: Pressed): boolean => shiftKey || ctrlKey || metaKey

const nodeOf = (target: Element): string | undefined => target.closest<HTMLElement>('.react-flow__node')?.dataset['id']

/** The canvas's texts for screen readers, in the user's language. */
function useCanvasLabels(): Partial<AriaLabelConfig> {
  const { t } = useLingui()
  return useMemo(() => {
    const keys = t`Arrow keys go from node to node; with Shift, they move it. Enter opens settings, Tab adds a step, Delete removes it, Escape leaves.`
    return {
      'node.a11yDescription.default': keys,
      'node.a11yDescription.keyboardDisabled': keys,
      'node.a11yDescription.ariaLiveMessage': ({ x, y }: { readonly x: number; readonly y: number }) =>
        t`Moved to ${Math.round(x)}, ${Math.round(y)}.`,
    }
  }, [t])
}

const OverviewPicture = lazyNamed(() => import('./overview-picture.tsx'), 'OverviewPicture')

/** A small picture of the whole flow, while it is larger than the visible part. */
function OverviewMap({ positions, bounds }: { readonly positions: Positions; readonly bounds: Bounds }) {
  const exceedsView = useStore(
    ({ width, height, transform: [x, y, zoom] }) =>
      bounds.left * zoom + x < 0 ||
      bounds.top * zoom + y < 0 ||
      bounds.right * zoom + x > width ||
      bounds.bottom * zoom + y > height,
  )
  return (
    exceedsView && (
      <Suspense>
        <OverviewPicture positions={positions} bounds={bounds} />
      </Suspense>
    )
  )
}
