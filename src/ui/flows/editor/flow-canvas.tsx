import { useLingui } from '@lingui/react/macro'
import {
  type AriaLabelConfig,
  applyNodeChanges,
  Background,
  Controls,
  type Edge,
  type NodeChange,
  ReactFlow,
} from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import '@xyflow/react/dist/base.css'

import { isFinal } from '../../../core/catalog/run-states.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useServices } from '../../app/services.tsx'
import { type CanvasNode, canvasEdges, canvasNodes, positionsFrom } from './canvas-nodes.ts'
import styles from './flow-canvas.module.css'
import { NODE_TYPES } from './flow-node.tsx'
import { useNodeRuns } from './use-node-runs.ts'

const FIT_VIEW = { padding: 0.25, maxZoom: 1, minZoom: 0.4 }
const PRO_OPTIONS = { hideAttribution: true }

/** The picture of the flow: a projection of the document, plus where its nodes stand in this browser. */
export function FlowCanvas({ flow, run }: { flow: Flow; run: Run | undefined }) {
  const { t } = useLingui()
  const { loadPositions, savePositions } = useServices()
  const nodeRuns = useNodeRuns(run)
  const [nodes, setNodes] = useState<CanvasNode[]>(() => canvasNodes(flow, loadPositions(flow), nodeRuns))
  const labels = useCanvasLabels()
  const isLive = run !== undefined && !isFinal(run.status)
  const edges = useMemo<Edge[]>(() => canvasEdges(flow, isLive), [flow, isLive])

  useEffect(() => {
    // What was selected or measured stays; only the data of the nodes is new.
    setNodes((known) =>
      canvasNodes(flow, loadPositions(flow), nodeRuns).map((node) => {
        const before = known.find(({ id }) => id === node.id)
        return before ? ({ ...before, position: node.position, data: node.data } as CanvasNode) : node
      }),
    )
  }, [flow, nodeRuns, loadPositions])

  return (
    <div className={styles['canvas']}>
      <ReactFlow<CanvasNode>
        aria-label={t`Flow`}
        ariaLabelConfig={labels}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        onNodesChange={(changes: NodeChange<CanvasNode>[]) => setNodes((known) => applyNodeChanges(changes, known))}
        onNodeDragStop={(_event, _node, moved) => savePositions(flow.id, positionsFrom(loadPositions(flow), moved))}
        fitView
        fitViewOptions={FIT_VIEW}
        minZoom={0.25}
        maxZoom={1.75}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        onlyRenderVisibleElements
        proOptions={PRO_OPTIONS}
      >
        <Background gap={22} size={1.2} className={styles['grid'] ?? ''} />
        <Controls showInteractive={false} className={styles['controls'] ?? ''} />
      </ReactFlow>
    </div>
  )
}

/** What the canvas says to screen readers, in the person's language. */
function useCanvasLabels(): Partial<AriaLabelConfig> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      'node.a11yDescription.default': t`Press Enter or Space to select a node, and the arrow keys to move it.`,
      'node.a11yDescription.keyboardDisabled': t`Press Enter or Space to select a node.`,
      'node.a11yDescription.ariaLiveMessage': ({ x, y }: { readonly x: number; readonly y: number }) =>
        t`Moved to ${Math.round(x)}, ${Math.round(y)}.`,
      'controls.ariaLabel': t`Zoom`,
      'controls.zoomIn.ariaLabel': t`Zoom in`,
      'controls.zoomOut.ariaLabel': t`Zoom out`,
      'controls.fitView.ariaLabel': t`Show everything`,
    }),
    [t],
  )
}
