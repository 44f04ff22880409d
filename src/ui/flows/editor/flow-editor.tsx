import { useLingui } from '@lingui/react/macro'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'

import { dollarsPerRequest } from '../../../core/catalog/connection-types.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { withKnownEnds } from '../../../core/flows/with-known-ends.ts'
import type { Previewed } from '../../../core/transformations/previewed.ts'
import { lazyNamed } from '../../app/lazy-named.ts'
import { useIsOffered } from '../../app/use-is-offered.ts'
import { useLoadedConnections } from '../../connections/use-connections.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { Tabs } from '../../kit/tabs/tabs.tsx'
import { useIsAllowed } from '../../organizations/use-active-organization.ts'
import { useDisabledReason } from '../../organizations/use-disabled-reason.ts'
import { useRun } from '../../runs/use-runs.ts'
import { isRunning, useRunFlow } from '../use-flows.ts'
import { nodeIdsOf, positionsFrom, stepIdOf } from './canvas/canvas-nodes.ts'
import { EditorActionsProvider } from './canvas/editor-actions.tsx'
import { FlowCanvas } from './canvas/flow-canvas.tsx'
import { useEditorKeys } from './canvas/use-editor-keys.ts'
import { useNodeFocus } from './canvas/use-node-focus.ts'
import { useSelection } from './canvas/use-selection.ts'
import { useStepActions } from './canvas/use-step-actions.ts'
import { useStepClipboard } from './canvas/use-step-clipboard.ts'
import { EditorDialog } from './editor-dialog.tsx'
import styles from './flow-editor.module.css'
import { type FlowEditing, useFlowEditing } from './saving/use-flow-editing.ts'
import { SetupPanel } from './setup-panel.tsx'
import { useStepReviews } from './steps/use-step-reviews.ts'
import { EditorBar } from './toolbar/editor-bar.tsx'
import { focusFlowName } from './toolbar/flow-name.tsx'
import { useFlowDisabledReason } from './toolbar/use-flow-disabled-reason.ts'
import { useAnnouncer } from './use-announcer.ts'
import { useEditorUrl } from './use-editor-url.ts'

const SaveNotices = lazyNamed(() => import('./saving/save-notices.tsx'), 'SaveNotices')
const RunHistory = lazyNamed(() => import('../../runs/run-history.tsx'), 'RunHistory')
const FlowOutline = lazyNamed(() => import('./canvas/flow-outline.tsx'), 'FlowOutline')

/** The picture of a flow, its settings beside it, and its runs as they happen. */
export const FlowEditor = ({ flow }: { flow: Flow }) => (
  <ReactFlowProvider>
    <Editor flow={flow} />
  </ReactFlowProvider>
)

function Editor({ flow }: { flow: Flow }) {
  const { t } = useLingui()
  const edited = useFlowEditing(flow)
  const connections = useLoadedConnections()
  const draft = useMemo(() => withKnownEnds(edited.draft, connections), [edited.draft, connections])
  const editing = { ...edited, draft }
  const { positions } = editing
  const steps = draft.config.transformations
  const { tab, runId, dialog, go } = useEditorUrl()
  const { mutate: run, isPending: isStarting } = useRunFlow()
  const { data: lastRun } = useRun(flow.lastRun?.id)
  const [previewed, setPreviewed] = useState<Previewed>()
  const isReadOnly = !useIsAllowed('flow.write')
  const addRefusal = useDisabledReason('flow.write')
  const hasRuns = useIsOffered('listFlowRuns')
  const [addAt, setAddAt] = useState<number>()
  const [said, say] = useAnnouncer()
  const canvas = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const focus = useNodeFocus({ canvas, panel })
  const { fitView, zoomIn, zoomOut, zoomTo } = useReactFlow()
  // The draft is what is edited; runs are news from the server.
  const shown: Flow = flow.lastRun ? { ...draft, lastRun: flow.lastRun } : draft
  const { entities, review, broken } = useStepReviews(shown, previewed)
  const runRefusal = useFlowDisabledReason(shown, review)
  const nodeIds = nodeIdsOf(draft)
  const selection = useSelection(nodeIds, steps)
  const actions = useStepActions({ editing, selection, focus, isReadOnly, say })

  const start = async (isPriceAgreed = false) => {
    if (runRefusal !== undefined || isRunning(shown)) return
    if (!isPriceAgreed && dollarsPerRequest(shown.sourceConnection?.type ?? '') > 0) return go({ dialog: 'run' })
    if (!(await editing.flush())) return
    run(flow.id, { onSuccess: (triggered) => hasRuns && go({ tab: 'runs', run: triggered?.runId }) })
  }
  const open = (nodeId: string) => {
    selection.choose(nodeId)
    go({ tab: 'setup' })
    focus.focusPanel()
  }
  const askWhat = (index: number) => {
    if (isReadOnly) return
    setAddAt(index)
    go({ dialog: 'add' })
  }
  /** Behind the last node nothing can be put. */
  const placeAfter = (nodeId: string | undefined) =>
    nodeId === undefined ? steps.length : Math.min(nodeIds.indexOf(nodeId), steps.length)
  const chosenWith = (nodeId: string) => {
    const stepId = stepIdOf(nodeId)
    if (stepId === undefined) return []
    return selection.steps.includes(stepId) ? selection.steps : [stepId]
  }

  useEditorKeys(
    {
      run: () => void start(),
      save: () => void editing.flush(),
      rename: focusFlowName,
      undo: actions.undo,
      redo: actions.redo,
      duplicate: () => actions.duplicate(selection.steps),
      chooseAll: () => selection.chooseSteps(steps.map(({ id }) => id)),
      tidy: editing.tidy,
      fit: () => void fitView({ padding: 0.2, maxZoom: 1 }),
      zoomTo: (zoom) => void zoomTo(zoom),
      zoomIn: () => void zoomIn(),
      zoomOut: () => void zoomOut(),
      showRuns: () => go({ tab: 'runs' }),
    },
    {
      open,
      addAfter: (nodeId) => askWhat(placeAfter(nodeId)),
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
  const latestAsk = useRef(askWhat)
  useEffect(() => {
    latestAsk.current = askWhat
  })
  const canvasActions = useMemo(
    () => ({ mayAdd: !isReadOnly, add: (index: number) => latestAsk.current(index) }),
    [isReadOnly],
  )

  return (
    <EditorActionsProvider value={canvasActions}>
      <div className={styles['editor']}>
        <EditorBar
          flow={shown}
          editing={editing}
          isStarting={isStarting}
          runRefusal={runRefusal}
          onUndo={actions.undo}
          onRedo={actions.redo}
          onRun={() => void start()}
          onOpen={(name) => go({ dialog: name })}
        />
        {hasNotices(editing) && (
          <Suspense>
            <SaveNotices editing={editing} />
          </Suspense>
        )}
        <output className="visually-hidden">{said}</output>
        <div className={styles['canvas']}>
          <FlowCanvas
            ref={canvas}
            flow={draft}
            positions={positions}
            run={lastRun}
            review={review}
            selected={selection.nodes}
            addRefusal={addRefusal}
            onSelect={selection.choose}
            onToggle={selection.toggle}
            onOpen={open}
            onPlace={editing.place}
            onTidy={editing.tidy}
            onAdd={() => askWhat(placeAfter(selection.current))}
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
                    flow={shown}
                    editing={editing}
                    selection={selection}
                    entities={entities}
                    broken={broken}
                    reviews={review.steps}
                    isReadOnly={isReadOnly}
                    actions={actions}
                    onPreviewed={setPreviewed}
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
                      review={review}
                      selected={selection.current}
                      isReadOnly={isReadOnly}
                      onOpen={open}
                      onAdd={askWhat}
                      onMove={actions.move}
                      onRemove={(stepId) => actions.remove([stepId])}
                      onDuplicate={(stepId) => actions.duplicate([stepId])}
                    />
                  </Suspense>
                ),
              },
              ...(hasRuns || tab === 'runs'
                ? [
                    {
                      value: 'runs' as const,
                      label: t`Runs`,
                      content: (
                        <Suspense fallback={<SkeletonRows count={4} />}>
                          <RunHistory
                            flowId={flow.id}
                            openId={runId}
                            onOpen={(opened) => go({ tab: 'runs', run: opened })}
                          />
                        </Suspense>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </aside>
        <Suspense>
          <EditorDialog
            dialog={dialog}
            flow={shown}
            mayAdd={!isReadOnly}
            onChange={editing.change}
            onRun={() => void start(true)}
            onClose={() => go({})}
            onAdd={(type) => {
              actions.add(addAt ?? steps.length, type)
              go({ tab: 'setup' })
              focus.focusPanel()
            }}
          />
        </Suspense>
      </div>
    </EditorActionsProvider>
  )
}

/** Seldom: everything is saved, by itself. */
const hasNotices = ({ saveState: { status }, restoredDraft }: FlowEditing): boolean =>
  status === 'conflict' || status === 'failed' || restoredDraft !== undefined
