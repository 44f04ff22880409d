import { mergeFlow } from '../../../core/flows/merge-flow.ts'
import { BroughtBack } from './brought-back.tsx'
import styles from './flow-editor.module.css'
import { SaveConflict } from './save-conflict.tsx'
import { SaveRefused } from './save-refused.tsx'
import type { FlowEditing } from './use-flow-editing.ts'

/** What a person has to know or to choose before their changes are saved. */
export function SaveNotices({ editing }: { editing: FlowEditing }) {
  const { draft, saveState, broughtBack } = editing
  return (
    <div className={styles['notices']}>
      {broughtBack && (
        <BroughtBack at={broughtBack.at} onDiscard={editing.discardBroughtBack} onKeep={editing.dismissBroughtBack} />
      )}
      {saveState.status === 'conflict' && (
        <SaveConflict
          onKeepMine={() => void editing.keepMine()}
          onTakeTheirs={() => void editing.takeTheirs()}
          onKeepBoth={() => editing.keepBoth(mergeFlow)}
        />
      )}
      {saveState.status === 'failed' && saveState.trouble === 'refused' && (
        <SaveRefused flow={draft} failure={saveState.failure} onDiscard={() => void editing.takeTheirs()} />
      )}
    </div>
  )
}
