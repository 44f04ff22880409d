import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, Ellipsis, Play, Plus, Redo2, Square, Undo2 } from 'lucide'
import { Suspense } from 'react'
import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { Menu, MenuItem } from '../../../kit/menu/menu.tsx'
import { PageCommands } from '../../../kit/menu/menu-commands.tsx'
import { Switch } from '../../../kit/switch/switch.tsx'
import { useLoaded } from '../../../kit/use-loaded.ts'
import { isRunning } from '../../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../../queries/use-write-disabled-reason.ts'
import type { DialogName } from '../../../routing/search.ts'
import { useDuplicateFlow } from '../../list/use-duplicate-flow.ts'
import { SaveIndicator } from '../saving/save-indicator.tsx'
import type { FlowEditing } from '../saving/use-flow-editing.ts'
import styles from './editor-bar.module.css'
import { FlowName } from './flow-name.tsx'
import type { FlowDisabled } from './use-flow-disabled-reason.ts'

const loadPeople = () => import('./present-people.tsx')

const StartMirror = lazyNamed(() => import('./start-mirror.tsx'), 'StartMirror')
const EditorMenuItems = lazyNamed(() => import('./editor-menu-items.tsx'), 'EditorMenuItems')

interface EditorBarProps {
  /** The draft with its last run. */
  readonly flow: Flow
  /** Without the draft. */
  readonly published: Flow
  readonly editing: FlowEditing
  readonly isStarting: boolean
  readonly disabled: FlowDisabled
  onUndo(): void
  onRedo(): void
  onRun(): void
  onOpen(dialog: DialogName): void
}

/** The flow as a whole: its name, whether everything is saved, undo, and running it. */
export function EditorBar({
  flow,
  published,
  editing,
  isStarting,
  disabled: { reason: runDisabledReason, isForbidden, mayHavePassed, ofDraft },
  onUndo,
  onRedo,
  onRun,
  onOpen,
}: EditorBarProps) {
  const { saveState, revision, canUndo, canRedo, change, flush } = editing
  const { t } = useLingui()
  const PresentPeople = useLoaded(loadPeople)?.PresentPeople
  const navigate = useNavigate()
  const writeDisabledReason = useWriteDisabledReason(flow)
  const mayWrite = writeDisabledReason === undefined
  const addDisabledReason = useWriteDisabledReason(flow)
  const cancelDisabledReason = useDisabledReason('run.cancel')
  // The menu closes before the copy exists.
  const { mutate: duplicate } = useDuplicateFlow()
  const openCopy = (copy: Flow | undefined) =>
    copy && void navigate({ to: '/floweditor/$id', params: { id: copy.id }, search: {} })
  const items = (
    <EditorMenuItems
      flow={flow}
      published={published}
      runDisabledReason={mayHavePassed ? undefined : runDisabledReason}
      draftDisabledReason={mayHavePassed ? undefined : (runDisabledReason ?? ofDraft)}
      onSave={flush}
      onDuplicate={() => duplicate(published, { onSuccess: openCopy })}
      onOpen={onOpen}
    />
  )
  return (
    <header className={styles['bar']}>
      <Link to="/flows/$id" params={{ id: flow.id }} className={styles['back']} aria-label={t`Page of the flow`}>
        <Icon of={ChevronLeft} size={18} />
      </Link>
      <FlowName key={revision} name={flow.name} isReadOnly={!mayWrite} onRename={(name) => change({ name }, 'name')} />
      <SaveIndicator state={saveState} onRetry={() => void flush()} />
      <span className={styles['space']} />
      {PresentPeople && <PresentPeople flowId={flow.id} />}
      {mayWrite && (
        <span className={styles['history']}>
          <IconButton
            icon={Undo2}
            label={t`Undo`}
            data-tooltip={t`Undo (Ctrl+Z)`}
            aria-disabled={!canUndo}
            onClick={onUndo}
          />
          <IconButton
            icon={Redo2}
            label={t`Redo`}
            data-tooltip={t`Redo (Ctrl+Shift+Z)`}
            aria-disabled={!canRedo}
            onClick={onRedo}
          />
        </span>
      )}
      <span className={styles['enabled']}>
        <Switch
          label={t`Flow is switched on`}
          checked={flow.enabled}
          disabledReason={writeDisabledReason}
          onChange={(enabled) => change({ enabled })}
        />
        <span aria-hidden>{flow.enabled ? <Trans>On</Trans> : <Trans>Off</Trans>}</span>
      </span>
      {isMirrored(flow.config) ? (
        <Suspense>
          <StartMirror flow={flow} published={published} onSave={flush} />
        </Suspense>
      ) : isRunning(flow) ? (
        <Button icon={Square} disabledReason={cancelDisabledReason} onClick={() => onOpen('cancel')}>
          <Trans>Cancel</Trans>
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={Play}
          isBusy={isStarting}
          disabledReason={isForbidden ? runDisabledReason : undefined}
          // What else prevents the run is shown on the page after the click.
          aria-description={isForbidden ? undefined : runDisabledReason}
          onClick={onRun}
        >
          <Trans>Run</Trans>
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={t`More`} />}>
        <Suspense>{items}</Suspense>
      </Menu>
      <PageCommands>
        {!isRunning(flow) && !isMirrored(flow.config) && (
          <MenuItem icon={Play} disabledReason={isForbidden ? runDisabledReason : undefined} onSelect={onRun}>
            <Trans>Run</Trans>
          </MenuItem>
        )}
        {mayWrite && (
          <MenuItem icon={Plus} disabledReason={addDisabledReason} onSelect={() => onOpen('add')}>
            <Trans>Add a step</Trans>
          </MenuItem>
        )}
        {items}
      </PageCommands>
    </header>
  )
}
