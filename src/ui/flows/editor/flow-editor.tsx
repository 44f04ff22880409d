import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../app/lazy-named.ts'
import type { DialogName, EditorTab } from '../../app/search.ts'
import { Tabs } from '../../kit/tabs/tabs.tsx'
import { RunHistory } from '../../runs/run-history.tsx'
import { useRun } from '../../runs/use-runs.ts'
import { useRunFlow } from '../use-flows.ts'
import { EditorBar } from './editor-bar.tsx'
import { FlowCanvas } from './flow-canvas.tsx'
import styles from './flow-editor.module.css'
import { FlowSetup } from './flow-setup.tsx'
import { SaveConflict } from './save-conflict.tsx'
import { useFlowDraft } from './use-flow-draft.ts'

const CancelRunDialog = lazyNamed(() => import('../cancel-run-dialog.tsx'), 'CancelRunDialog')
const DeleteFlowDialog = lazyNamed(() => import('../delete-flow-dialog.tsx'), 'DeleteFlowDialog')

/** The picture of a flow, its settings beside it, and its runs as they happen. */
export function FlowEditor({ flow }: { flow: Flow }) {
  const { t } = useLingui()
  const { draft, saveState, change, flush, keepMine, takeTheirs } = useFlowDraft(flow)
  const { tab, runId, dialog, go } = useEditorUrl()
  const { mutate: run, isPending: isStarting } = useRunFlow()
  const { data: lastRun } = useRun(flow.lastRun?.id)
  // The draft is what is edited; runs are news from the server.
  const shown: Flow = flow.lastRun ? { ...draft, lastRun: flow.lastRun } : draft

  const start = async () => {
    if (!(await flush())) return
    run(flow.id, { onSuccess: (triggered) => go({ tab: 'runs', run: triggered?.runId }) })
  }

  return (
    <div className={styles['editor']}>
      <EditorBar
        flow={shown}
        saveState={saveState}
        isStarting={isStarting}
        onRename={(name) => change({ name })}
        onRetrySave={() => void flush()}
        onRun={() => void start()}
        onOpen={(name) => go({ dialog: name })}
      />
      {saveState === 'conflict' && (
        <SaveConflict onKeepMine={() => void keepMine()} onTakeTheirs={() => void takeTheirs()} />
      )}
      <div className={styles['canvas']}>
        <FlowCanvas flow={draft} run={lastRun} />
      </div>
      <aside className={styles['panel']} aria-label={t`Settings and runs`}>
        <Tabs
          label={t`Settings and runs`}
          value={tab}
          onChange={(next) => go({ tab: next })}
          tabs={[
            { value: 'setup', label: t`Set up`, content: <FlowSetup flow={draft} onChange={change} /> },
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
        <EditorDialog dialog={dialog} flow={shown} onClose={() => go({})} />
      </Suspense>
    </div>
  )
}

function EditorDialog({ dialog, flow, onClose }: { dialog: DialogName | undefined; flow: Flow; onClose(): void }) {
  const navigate = useNavigate()
  if (dialog === 'cancel') return <CancelRunDialog flow={flow} onClose={onClose} />
  if (dialog !== 'delete') return null
  return <DeleteFlowDialog flow={flow} onDeleted={() => void navigate({ to: '/flows' })} onClose={onClose} />
}

interface Place {
  readonly tab?: EditorTab
  readonly run?: string | undefined
  readonly dialog?: DialogName
}

/** Which panel, run and dialog are open lives in the URL. */
function useEditorUrl() {
  const { tab = 'setup', run, dialog } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (place: Place) => {
    const next = { tab, run, ...place }
    void navigate({
      to: '.',
      search: {
        ...(next.tab === 'runs' && { tab: next.tab, ...(next.run !== undefined && { run: next.run }) }),
        ...(place.dialog && { dialog: place.dialog }),
      },
    })
  }
  return { tab, runId: run, dialog, go }
}
