import { useLingui } from '@lingui/react/macro'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { movedStep, withoutStep, withStep } from '../../../core/transformations/edit-steps.ts'
import { lazyNamed } from '../../app/lazy-named.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { Tabs } from '../../kit/tabs/tabs.tsx'
import { useIsAllowed } from '../../organizations/use-active-organization.ts'
import { useRefusal } from '../../organizations/use-refusal.ts'
import { RunHistory } from '../../runs/run-history.tsx'
import { useRun } from '../../runs/use-runs.ts'
import { isRunning, useRunFlow } from '../use-flows.ts'
import { useRunRefusal } from '../use-run-refusal.ts'
import { nodeIdOf, nodeIdsOf, positionsFrom, stepIdOf } from './canvas-nodes.ts'
import { EditorActionsProvider } from './editor-actions.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorDialog } from './editor-dialog.tsx'
import { FlowCanvas } from './flow-canvas.tsx'
import styles from './flow-editor.module.css'
import { focusFlowName } from './flow-name.tsx'
import { newStepId } from './new-step-id.ts'
import { SaveNotices } from './save-notices.tsx'
import { SetupPanel } from './setup-panel.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useEditorUrl } from './use-editor-url.ts'
import { useFlowEditing } from './use-flow-editing.ts'
import { useNodeFocus } from './use-node-focus.ts'
import { useStepReviews } from './use-step-reviews.ts'

const FlowOutline = lazyNamed(() => import('./flow-outline.tsx'), 'FlowOutline')

/** The picture of a flow, its settings beside it, and its runs as they happen. */
export const FlowEditor = ({ flow }: { flow: Flow }) => (
  <ReactFlowProvider>
    <Editor flow={flow} />
  </ReactFlowProvider>
)

function Editor({ flow }: { flow: Flow }) {
  const { t } = useLingui()
  const editing = useFlowEditing(flow)
  const { draft, positions, saveState } = editing
  const { tab, runId, dialog, go } = useEditorUrl()
  const { mutate: run, isPending: isStarting } = useRunFlow()
  const { data: lastRun } = useRun(flow.lastRun?.id)
  const { entities, reviews } = useStepReviews(draft)
  const isReadOnly = !useIsAllowed('flow.write')
  const addRefusal = useRefusal('flow.write')
  const [chosen, setChosen] = useState<string>()
  const [addAt, setAddAt] = useState<number>()
  const canvas = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const { show: showNode, focus: focusNode } = useNodeFocus(canvas)
  const { fitView, zoomIn, zoomOut, zoomTo } = useReactFlow()
  // The draft is what is edited; runs are news from the server.
  const shown: Flow = flow.lastRun ? { ...draft, lastRun: flow.lastRun } : draft
  const runRefusal = useRunRefusal(shown)
  const nodeIds = nodeIdsOf(draft)
  const selected = chosen !== undefined && nodeIds.includes(chosen) ? chosen : undefined

  const start = async () => {
    if (runRefusal !== undefined || isRunning(shown) || !(await editing.flush())) return
    run(flow.id, { onSuccess: (triggered) => go({ tab: 'runs', run: triggered?.runId }) })
  }
  const focusPanel = () =>
    setTimeout(() => panel.current?.querySelector<HTMLElement>('[role="tabpanel"][data-state="active"]')?.focus())
  const open = (nodeId: string) => {
    setChosen(nodeId)
    go({ tab: 'setup' })
    focusPanel()
  }
  const add = (index: number) => {
    if (isReadOnly) return
    setAddAt(index)
    go({ dialog: 'add' })
  }
  const addAfterSelected = () => {
    const place = selected === undefined ? -1 : nodeIds.indexOf(selected)
    add(place === -1 ? draft.config.transformations.length : Math.min(place, draft.config.transformations.length))
  }
  const remove = (stepId: string | undefined) => {
    if (isReadOnly || stepId === undefined) return
    const before = nodeIds[nodeIds.indexOf(`step-${stepId}`) - 1]
    editing.changeSteps((steps) => withoutStep(steps, stepId))
    setChosen(before)
    // Removing saves the flow (spec §4): at once, not after a pause.
    void editing.flush()
    if (before !== undefined && canvas.current?.contains(document.activeElement)) focusNode(before)
  }

  useEditorKeys(
    {
      run: () => void start(),
      rename: focusFlowName,
      undo: () => !isReadOnly && editing.undo(),
      redo: () => !isReadOnly && editing.redo(),
      tidy: editing.tidy,
      fit: () => void fitView({ padding: 0.2, maxZoom: 1 }),
      zoomTo: (zoom) => void zoomTo(zoom),
      zoomIn: () => void zoomIn(),
      zoomOut: () => void zoomOut(),
    },
    {
      open,
      addAfter: (nodeId) => add(Math.min(nodeIds.indexOf(nodeId), draft.config.transformations.length)),
      remove: (nodeId) => remove(stepIdOf(nodeId)),
      walk: (nodeId, by) => {
        const next = nodeIds[nodeIds.indexOf(nodeId) + by]
        if (next === undefined) return
        setChosen(next)
        focusNode(next)
      },
      nudge: (nodeId, x, y) => {
        const stepId = stepIdOf(nodeId)
        const at = stepId === undefined ? positions[nodeId as 'source'] : positions.transformations[stepId]
        if (!at) return
        const position = { x: at.x + x, y: at.y + y }
        editing.place(positionsFrom(positions, [{ id: nodeId, position }]), `nudge ${nodeId}`)
      },
      leave: focusPanel,
    },
  )
  const latestAdd = useRef(add)
  useEffect(() => {
    latestAdd.current = add
  })
  const actions = useMemo(
    () => ({ mayAdd: !isReadOnly, add: (index: number) => latestAdd.current(index) }),
    [isReadOnly],
  )

  return (
    <EditorActionsProvider value={actions}>
      <div className={styles['editor']}>
        <EditorBar
          flow={shown}
          saveState={saveState}
          isStarting={isStarting}
          revision={editing.revision}
          canUndo={editing.canUndo}
          canRedo={editing.canRedo}
          onUndo={editing.undo}
          onRedo={editing.redo}
          onRename={(name) => editing.change({ name }, 'name')}
          onRetrySave={() => void editing.flush()}
          onRun={() => void start()}
          onOpen={(name) => go({ dialog: name })}
        />
        <SaveNotices editing={editing} />
        <div className={styles['canvas']}>
          <FlowCanvas
            ref={canvas}
            flow={draft}
            positions={positions}
            run={lastRun}
            reviews={reviews}
            selected={selected}
            addRefusal={addRefusal}
            onSelect={setChosen}
            onOpen={open}
            onPlace={editing.place}
            onTidy={editing.tidy}
            onAdd={addAfterSelected}
          />
        </div>
        <aside className={styles['panel']} ref={panel} aria-label={t`Settings and runs`}>
          <Tabs
            label={t`Settings and runs`}
            value={tab}
            onChange={(next) => go({ tab: next })}
            tabs={[
              {
                value: 'setup',
                label: t`Set up`,
                content: (
                  <SetupPanel
                    key={editing.revision}
                    editing={editing}
                    selected={selected}
                    entities={entities}
                    reviews={reviews}
                    isReadOnly={isReadOnly}
                    onRemove={remove}
                    onClose={() => setChosen(undefined)}
                  />
                ),
              },
              {
                value: 'outline',
                label: t`Outline`,
                content: (
                  <Suspense fallback={<SkeletonRows count={4} />}>
                    <FlowOutline
                      flow={draft}
                      reviews={reviews}
                      selected={selected}
                      isReadOnly={isReadOnly}
                      onOpen={open}
                      onAdd={add}
                      onMove={(stepId, by) => editing.changeSteps((steps) => movedStep(steps, stepId, by))}
                      onRemove={remove}
                    />
                  </Suspense>
                ),
              },
              {
                value: 'runs',
                label: t`Runs`,
                content: (
                  <RunHistory flowId={flow.id} openId={runId} onOpen={(opened) => go({ tab: 'runs', run: opened })} />
                ),
              },
            ]}
          />
        </aside>
        <Suspense>
          <EditorDialog
            dialog={dialog}
            flow={shown}
            mayAdd={!isReadOnly}
            onClose={() => go({})}
            onAdd={(type) => {
              const id = newStepId()
              const index = addAt ?? draft.config.transformations.length
              editing.changeSteps((steps) => withStep(steps, index, id, type))
              const nodeId = nodeIdOf({ id })
              setChosen(nodeId)
              setTimeout(() => showNode(nodeId))
              go({ tab: 'setup' })
              focusPanel()
            }}
          />
        </Suspense>
      </div>
    </EditorActionsProvider>
  )
}
