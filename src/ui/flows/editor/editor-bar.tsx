import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, Ellipsis, Play, Redo2, Square, Trash2, Undo2 } from 'lucide-react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { DialogName } from '../../app/search.ts'
import { Button } from '../../kit/button/button.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem } from '../../kit/menu/menu.tsx'
import { useIsAllowed } from '../../organizations/use-active-organization.ts'
import { useRefusal } from '../../organizations/use-refusal.ts'
import { isRunning } from '../use-flows.ts'
import { useRunRefusal } from '../use-run-refusal.ts'
import type { SaveState } from './auto-save.ts'
import styles from './editor-bar.module.css'
import { FlowName } from './flow-name.tsx'
import { SaveIndicator } from './save-indicator.tsx'

interface EditorBarProps {
  readonly flow: Flow
  readonly saveState: SaveState
  readonly isStarting: boolean
  readonly revision: number
  readonly canUndo: boolean
  readonly canRedo: boolean
  onRename(name: string): void
  onRetrySave(): void
  onUndo(): void
  onRedo(): void
  onRun(): void
  onOpen(dialog: DialogName): void
}

export function EditorBar({ flow, saveState, isStarting, revision, canUndo, canRedo, ...on }: EditorBarProps) {
  const { onRename, onRetrySave, onUndo, onRedo, onRun, onOpen } = on
  const { t } = useLingui()
  const mayWrite = useIsAllowed('flow.write')
  const deleteRefusal = useRefusal('flow.write')
  const cancelRefusal = useRefusal('run.cancel')
  const runRefusal = useRunRefusal(flow)
  return (
    <header className={styles['bar']}>
      <Link to="/flows" className={styles['back']} aria-label={t`All flows`}>
        <ChevronLeft size={18} aria-hidden />
      </Link>
      <FlowName key={revision} name={flow.name} isReadOnly={!mayWrite} onRename={onRename} />
      <SaveIndicator state={saveState} onRetry={onRetrySave} />
      <span className={styles['space']} />
      {mayWrite && (
        <span className={styles['history']}>
          <IconButton icon={Undo2} label={t`Undo`} aria-disabled={!canUndo} onClick={onUndo} />
          <IconButton icon={Redo2} label={t`Redo`} aria-disabled={!canRedo} onClick={onRedo} />
        </span>
      )}
      {isRunning(flow) ? (
        <Button icon={Square} disabledReason={cancelRefusal} onClick={() => onOpen('cancel')}>
          <Trans>Cancel</Trans>
        </Button>
      ) : (
        <Button variant="primary" icon={Play} isBusy={isStarting} disabledReason={runRefusal} onClick={onRun}>
          <Trans>Run</Trans>
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={t`More`} />}>
        <MenuItem icon={Trash2} isDanger disabledReason={deleteRefusal} onSelect={() => onOpen('delete')}>
          <Trans>Delete flow</Trans>
        </MenuItem>
      </Menu>
    </header>
  )
}
