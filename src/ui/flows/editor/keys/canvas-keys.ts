import { useReactFlow } from '@xyflow/react'
import { nodeIdsOf, positionsFrom, stepIdOf } from '../canvas/canvas-nodes.ts'
import type { NodeFocus } from '../canvas/use-node-focus.ts'
import type { Selection } from '../canvas/use-selection.ts'
import type { FlowEditing } from '../saving/use-flow-editing.ts'
import { type EditorKeys, type NodeKeys, useEditorKeys } from './use-editor-keys.ts'
import type { StepActions } from './use-step-actions.ts'
import { useStepClipboard } from './use-step-clipboard.ts'

interface CanvasKeysProps extends Pick<EditorKeys, 'run' | 'rename' | 'showRuns'>, Pick<NodeKeys, 'open' | 'addAfter'> {
  readonly editing: FlowEditing
  readonly selection: Selection
  readonly actions: StepActions
  readonly focus: NodeFocus
}

/** The actions of keys and the clipboard on the picture of the flow. A part of the page: code that comes later would lose a key that is pressed at once. */
export function CanvasKeys({ editing, selection, actions, focus, ...keys }: CanvasKeysProps): null {
  const { fitView, zoomIn, zoomOut, zoomTo } = useReactFlow()
  const { draft, positions } = editing
  const steps = draft.config.transformations
  const nodeIds = nodeIdsOf(draft)
  const chosenWith = (nodeId: string) => {
    const stepId = stepIdOf(nodeId)
    if (stepId === undefined) return []
    return selection.steps.includes(stepId) ? selection.steps : [stepId]
  }
  const fit = () => void fitView({ padding: 0.2, maxZoom: 1 })
  useEditorKeys(
    {
      ...keys,
      save: () => void editing.flush(),
      undo: actions.undo,
      redo: actions.redo,
      duplicate: () => actions.duplicate(selection.steps),
      chooseAll: () => selection.chooseSteps(steps.map(({ id }) => id)),
      tidy: () => {
        editing.tidy()
        // The nodes have their positions in the next frame.
        requestAnimationFrame(fit)
      },
      fit,
      zoomTo: (zoom) => void zoomTo(zoom),
      zoomIn: () => void zoomIn(),
      zoomOut: () => void zoomOut(),
    },
    {
      ...keys,
      remove: (nodeId) => actions.remove(chosenWith(nodeId)),
      walk: (nodeId, by) => {
        const next = nodeIds[nodeIds.indexOf(nodeId) + by]
        if (next === undefined) return
        selection.choose(next)
        focus.focus(next)
      },
      nudge: (nodeId, x, y) => {
        const stepId = stepIdOf(nodeId)
        const at = stepId === undefined ? positions[nodeId as 'source'] : positions.transformations[stepId]
        if (!at) return
        const position = { x: at.x + x, y: at.y + y }
        editing.place(positionsFrom(positions, [{ id: nodeId, position }]), `nudge ${nodeId}`)
      },
      leave: focus.focusPanel,
    },
  )
  useStepClipboard({
    chosen: steps.filter(({ id }) => selection.steps.includes(id)),
    copied: actions.copied,
    remove: () => actions.remove(selection.steps),
    paste: actions.paste,
  })
  return null
}
