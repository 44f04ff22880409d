import { Trans, useLingui } from '@lingui/react/macro'
import {
  type AriaLabelConfig,
  type FitViewOptions,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { type FocusEvent, useMemo } from 'react'
import '@xyflow/react/dist/base.css'

import { Maximize, Minus, Plus } from 'lucide'
import type { Flow } from '../../../core/flows/flow.ts'
import { flowGraph } from '../../../core/flows/graph/flow-graph.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import styles from './flow-graph.module.css'
import { type DrawnNode, drawnEdges, drawnNodes } from './graph-drawing.ts'
import { GraphLegend } from './graph-legend.tsx'
import { NODE_TYPES } from './graph-nodes.tsx'

const FIT_VIEW = { padding: 0.08, maxZoom: 1, minZoom: 0.5 }
/** Where a picture begins that is too large to be read as a whole. */
const START = { x: 16, y: 16, zoom: 0.8 }
const PRO_OPTIONS = { hideAttribution: true }

/** More flows than people can follow in a picture. */
const MAX_SHOWN = 200

interface FlowGraphProps {
  readonly flows: readonly Flow[]
  /** All flows of the organization. */
  readonly all: readonly Flow[]
  /** Also between which connections they move rows. */
  readonly hasConnections: boolean
}

/** Which flow starts after which, with the states of their last runs. */
export const FlowGraph = (props: FlowGraphProps) => (
  <ReactFlowProvider>
    <Picture {...props} />
  </ReactFlowProvider>
)

function Picture({ flows, all, hasConnections }: FlowGraphProps) {
  const { t } = useLingui()
  const labels = useGraphLabels()
  const show = useShowFocused()
  const graph = useMemo(() => flowGraph(flows.slice(0, MAX_SHOWN), all, hasConnections), [flows, all, hasConnections])
  const nodes = useMemo(() => drawnNodes(graph), [graph])
  const edges = useMemo(() => drawnEdges(graph), [graph])
  const hasOrder = graph.edges.some(({ kind }) => kind !== 'data')
  return (
    <>
      {flows.length > MAX_SHOWN && (
        <Callout>
          <Trans>These are the first {MAX_SHOWN} flows. Search or filter to see others.</Trans>
        </Callout>
      )}
      <GraphLegend edges={graph.edges} />
      <section className={styles['graph']} aria-label={t`Graph of flows`}>
        <ReactFlow
          // Another picture is fitted again.
          key={`${hasConnections} ${nodes.length}`}
          ariaLabelConfig={labels}
          onFocus={show}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          fitView
          fitViewOptions={FIT_VIEW}
          onInit={showStart}
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
        >
          <Panel position="bottom-left">
            <GraphZoom fit={FIT_VIEW} />
          </Panel>
        </ReactFlow>
      </section>
      {!hasOrder && (
        <p className={styles['hint']}>
          <Trans>No flow starts after another one yet. You choose that under “Schedule” in the menu of a flow.</Trans>
        </p>
      )}
    </>
  )
}

/** Moves the picture so that a node that gets the focus by keyboard is visible. */
function useShowFocused() {
  const { fitView } = useReactFlow()
  return ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>('.react-flow__node')?.dataset['id']
    const [node, frame] = [target.getBoundingClientRect(), currentTarget.getBoundingClientRect()]
    const isVisible =
      node.left >= frame.left && node.right <= frame.right && node.top >= frame.top && node.bottom <= frame.bottom
    if (id !== undefined && !isVisible) void fitView({ nodes: [{ id }], minZoom: 0.8, maxZoom: 1 })
  }
}

const showStart = ({ getZoom, setViewport }: ReactFlowInstance<DrawnNode>) => {
  if (getZoom() <= FIT_VIEW.minZoom) void setViewport(START)
}

/** Every node has its own name; the canvas adds no instructions, because its nodes are links. */
function useGraphLabels(): Partial<AriaLabelConfig> {
  const { t } = useLingui()
  return useMemo(() => ({ 'node.a11yDescription.default': t`Opens the flow` }), [t])
}

/** Buttons for the actions of wheel and pinch. */
function GraphZoom({ fit }: { fit: FitViewOptions }) {
  const { t } = useLingui()
  const { fitView, zoomIn, zoomOut } = useReactFlow()
  return (
    <fieldset aria-label={t`Zoom`} className={styles['zoom']}>
      <IconButton size="sm" icon={Plus} label={t`Zoom in`} onClick={() => void zoomIn()} />
      <IconButton size="sm" icon={Minus} label={t`Zoom out`} onClick={() => void zoomOut()} />
      <IconButton
        size="sm"
        icon={Maximize}
        label={t`Show everything`}
        onClick={() => void fitView({ ...fit, minZoom: 0.1 })}
      />
    </fieldset>
  )
}
