import { Trans } from '@lingui/react/macro'

import { mergeFlow } from '../../../../core/flows/drafts/merge-flow.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { Callout } from '../../../kit/callout/callout.tsx'
import { OwnedByCode } from './owned-by-code.tsx'
import { RestoredDraft } from './restored-draft.tsx'
import { SaveConflict } from './save-conflict.tsx'
import styles from './save-notices.module.css'
import { SaveRefused } from './save-refused.tsx'
import type { FlowEditing } from './use-flow-editing.ts'

/** Why nothing can be changed, and messages and choices that the user needs before the changes are saved. */
export function SaveNotices({ editing }: { editing: FlowEditing }) {
  const { draft, saveState, restoredDraft } = editing
  const mayNotChange = useDisabledReason('flow.write')
  return (
    <div className={styles['notices']}>
      {draft.codeFile !== undefined ? (
        <OwnedByCode flowId={draft.id} file={draft.codeFile} />
      ) : (
        mayNotChange !== undefined && (
          <Callout title={<Trans>Your role may not change this flow</Trans>}>{mayNotChange}</Callout>
        )
      )}
      {restoredDraft && (
        <RestoredDraft
          at={restoredDraft.at}
          onDiscard={editing.discardRestoredDraft}
          onKeep={editing.dismissRestoredDraft}
        />
      )}
      {saveState.status === 'conflict' && (
        <SaveConflict
          onKeepMine={() => void editing.keepMine()}
          onTakeTheirs={() => void editing.takeTheirs()}
          onKeepBoth={() => editing.keepBoth(mergeFlow)}
        />
      )}
      {saveState.status === 'failed' && saveState.reason === 'refused' && (
        <SaveRefused flow={draft} failure={saveState.failure} onDiscard={() => void editing.takeTheirs()} />
      )}
    </div>
  )
}
