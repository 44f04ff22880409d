import { ReactFlowProvider } from '@xyflow/react'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { TransformationType } from '../../../core/catalog/transformations/transformation-types.ts'
import { withServerState } from '../../../core/flows/drafts/with-server-state.ts'
import type { EditedFlow, Flow } from '../../../core/flows/flow.ts'
import { withKnownEnds } from '../../../core/flows/with-known-ends.ts'
import type { Previewed } from '../../../core/transformations/previewed.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useLoadedConnections } from '../../queries/use-connections.ts'
import { useLookAgain } from '../../queries/use-refusals.ts'
import { useRun } from '../../queries/use-runs.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { nodeIdsOf } from './canvas/canvas-nodes.ts'
import { EditorActionsProvider } from './canvas/editor-actions.tsx'
import { FlowCanvas } from './canvas/flow-canvas.tsx'
import { type StepPlace, useAddStep } from './canvas/use-add-step.ts'
import { useNodeFocus } from './canvas/use-node-focus.ts'
import { useSelection } from './canvas/use-selection.ts'
import { useFreshStep } from './keys/use-fresh-step.ts'
import { useStepActions } from './keys/use-step-actions.ts'
import styles from './layout/editor-frame.module.css'
import { EditorFrame, EmptySidePanel } from './layout/editor-frame.tsx'
import { type FlowEditing, useFlowEditing } from './saving/use-flow-editing.ts'
import { useStepReviews } from './steps/use-step-reviews.ts'
import { EditorBar } from './toolbar/editor-bar.tsx'
import { focusFlowName } from './toolbar/flow-name.tsx'
import { useFlowDisabledReason } from './toolbar/use-flow-disabled-reason.ts'
import { useStartRun } from './toolbar/use-start-run.ts'
import { useEditorUrl } from './use-editor-url.ts'

// Loaded beside the picture, which people look at first.
const SetupPanel = lazyNamed(() => import('./setup-panel.tsx'), 'SetupPanel', { isPart: true })
const CanvasKeys = lazyNamed(() => import('./keys/canvas-keys.ts'), 'CanvasKeys', { isPart: true })
const SidePanel = lazyNamed(() => import('./layout/side-panel.tsx'), 'SidePanel', { isPart: true })

const EditorDialog = lazyNamed(() => import('./editor-dialog.tsx'), 'EditorDialog')
const RunRefused = lazyNamed(() => import('./toolbar/run-refused.tsx'), 'RunRefused')
const TablesSheet = lazyNamed(() => import('./streams/tables-sheet.tsx'), 'TablesSheet')
const RunDraftDialog = lazyNamed(() => import('../publishing/run-draft-dialog.tsx'), 'RunDraftDialog')
const DraftStrip = lazyNamed(() => import('../publishing/draft-strip.tsx'), 'DraftStrip')
const SaveNotices = lazyNamed(() => import('./saving/save-notices.tsx'), 'SaveNotices')

interface FlowEditorProps {
  /** As it is published, with its runs. */
  readonly flow: Flow
  /** With its draft. */
  readonly edited: EditedFlow
}

/** The picture of a flow, its settings beside it, and its runs live. */
export const FlowEditor = (props: FlowEditorProps) => (
  <ReactFlowProvider>
    <Editor {...props} />
  </ReactFlowProvider>
)

function Editor({ flow, edited }: FlowEditorProps) {
  const saving = useFlowEditing(edited)
  const connections = useLoadedConnections()
  const draft = useMemo(() => withKnownEnds(saving.draft, connections), [saving.draft, connections])
  const editing = { ...saving, draft }
  const { tab, runId, dialog, table, go } = useEditorUrl()
  const { data: lastRun } = useRun(flow.lastRun?.id)
  const [previewed, setPreviewed] = useState<Previewed>()
  const isReadOnly = useWriteDisabledReason(flow) !== undefined
  const addDisabledReason = useWriteDisabledReason({ ...draft, ...defined({ codeFile: flow.codeFile }) })
  const hasRuns = useIsOffered('listFlowRuns')
  const [announcement, announce] = useAnnouncer()
  const canvas = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const focus = useNodeFocus({ canvas, panel })
  // The draft is edited; its version and its runs come from the server.
  const shown = withServerState(draft, flow)
  const selection = useSelection(nodeIdsOf(draft), draft.config.transformations)
  const fresh = useFreshStep(selection.current, panel)
  const { entities, review, broken } = useStepReviews(shown, previewed, fresh.id)
  const disabled = useFlowDisabledReason(shown, review, flow.draft !== undefined)
  const readAgain = useLookAgain(shown.sourceConnection?.id ?? '')
  const actions = useStepActions({ editing, selection, focus, isReadOnly, onAdded: fresh.added, announce })
  const { start, isStarting, isRefused, question } = useStartRun({
    flow: shown,
    disabled,
    flush: editing.flush,
    lookAgain: () => {
      // What it told is of the source as it was.
      setPreviewed(undefined)
      return readAgain()
    },
    onRefused: fresh.touch,
    onStarted: (run) => hasRuns && go({ tab: 'runs', run }),
  })
  const adding = useAddStep({ flow: draft, addDisabledReason, onAsk: () => go({ dialog: 'add' }) })
  const addStep = (type: TransformationType, { index, stream }: StepPlace) => {
    actions.add(index, type, stream)
    go({ tab: 'setup' })
    focus.focusPanel()
  }
  const open = (nodeId: string) => {
    selection.choose(nodeId)
    go({ tab: 'setup' })
    focus.focusPanel()
  }

  return (
    <EditorActionsProvider value={adding.canvasActions}>
      <EditorFrame
        selected={selection.steps.length > 0 ? 'step' : selection.current === undefined ? 'nothing' : 'end'}
        run={lastRun && { id: lastRun.id, isGoing: !isFinal(lastRun.status) }}
        preview={{
          flow: shown,
          node: selection.current,
          reviews: review.steps,
          entities,
          onPreviewed: setPreviewed,
        }}
        sql={{ isReadOnly, onSet: actions.set }}
      >
        <EditorBar
          flow={shown}
          published={flow}
          editing={editing}
          isStarting={isStarting}
          disabled={disabled}
          onUndo={actions.undo}
          onRedo={actions.redo}
          onRun={() => start()}
          onOpen={(name) => go({ dialog: name })}
        />
        {(isReadOnly || flow.draft || hasNotices(editing)) && (
          <Suspense>
            <SaveNotices editing={editing}>
              <DraftStrip
                flow={flow}
                reason={disabled.ofDraft}
                isAtOnce={edited.publishesAtOnce}
                flush={editing.flush}
              />
            </SaveNotices>
          </Suspense>
        )}
        {question && (
          <Suspense>
            <RunDraftDialog flow={flow} disabledReason={disabled.ofDraft} {...question} />
          </Suspense>
        )}
        <output className="visually-hidden">{announcement}</output>
        <div className={styles['canvas']} inert={dialog === 'tables'}>
          <FlowCanvas
            ref={canvas}
            flow={draft}
            positions={editing.positions}
            run={lastRun}
            review={review}
            selected={selection.nodes}
            {...{ isReadOnly, addDisabledReason }}
            onSelect={selection.choose}
            onToggle={selection.toggle}
            onOpen={open}
            onPlace={editing.place}
            onTidy={editing.tidy}
            onAsk={() => adding.askAfter(selection.current)}
            onAdd={(type, line) => addStep(type, line?.data ?? adding.placeAfter(selection.current))}
            onConnect={actions.connect}
            onComment={(config, kind) => editing.change({ config }, kind)}
          />
          <Suspense>{isRefused && <RunRefused disabled={disabled} onOpen={open} />}</Suspense>
        </div>
        {dialog === 'tables' ? (
          <Suspense>
            <TablesSheet
              flow={shown}
              isReadOnly={isReadOnly}
              table={table}
              onChange={(config) => editing.change({ config })}
              onClose={() => go({})}
            />
          </Suspense>
        ) : (
          <Suspense fallback={<EmptySidePanel />}>
            <SidePanel
              ref={panel}
              tab={tab}
              onTab={(next) => go({ tab: next })}
              setup={
                <SetupPanel
                  key={editing.revision}
                  flow={shown}
                  {...{ editing, selection, entities, broken, isReadOnly, actions }}
                  reviews={review.steps}
                  onOpenDialog={(name) => go({ dialog: name })}
                />
              }
              outline={{
                flow: draft,
                review,
                selected: selection.current,
                isReadOnly,
                onOpen: open,
                onAdd: adding.askBefore,
                onMove: actions.move,
                onRemove: (stepId) => actions.remove([stepId]),
                onDuplicate: (stepId) => actions.duplicate([stepId]),
              }}
              runs={{ flowId: flow.id, openId: runId, onOpen: (run) => go({ tab: 'runs', run }) }}
            />
          </Suspense>
        )}
        <Suspense>
          <CanvasKeys
            {...{ editing, selection, actions, focus, open }}
            addAfter={adding.askAfter}
            run={start}
            rename={focusFlowName}
            showRuns={() => go({ tab: 'runs' })}
          />
        </Suspense>
        <Suspense>
          {dialog && (
            <EditorDialog
              dialog={dialog}
              flow={shown}
              mayAdd={!isReadOnly}
              isConflict={editing.saveState.status === 'conflict'}
              onChange={editing.change}
              onRestore={editing.restoreVersion}
              onClose={() => go({})}
              onAdd={(type) => addStep(type, adding)}
            />
          )}
        </Suspense>
      </EditorFrame>
    </EditorActionsProvider>
  )
}

/** Rare, because everything is saved automatically. */
const hasNotices = ({ saveState: { status }, restoredDraft }: FlowEditing): boolean =>
  status === 'conflict' || status === 'failed' || restoredDraft !== undefined

/** Announces actions to screen readers; repeated texts are announced again. */
function useAnnouncer(): readonly [string, (words: string) => void] {
  const [announcement, setAnnouncement] = useState('')
  // An invisible space makes the second text different.
  const announce = useCallback(
    (words: string) => setAnnouncement((before) => (before === words ? `${words}\u00a0` : words)),
    [],
  )
  return [announcement, announce]
}
