import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mergeFlow } from '../../../../core/flows/drafts/merge-flow.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { ActionError } from '../../../errors/action-error.tsx'
import { RelativeTime } from '../../../i18n/relative-time.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'
import { SaveConflict } from './save-conflict.tsx'
import styles from './save-notices.module.css'
import { SaveRefused } from './save-refused.tsx'
import type { FlowEditing } from './use-flow-editing.ts'

interface SaveNoticesProps {
  readonly editing: FlowEditing
  /** About its draft. */
  readonly children: ReactNode
}

/** Why nothing can be changed, and messages and choices that the user needs before the changes are saved. */
export function SaveNotices({ editing, children }: SaveNoticesProps) {
  const { draft, saveState, restoredDraft } = editing
  const mayNotChange = useDisabledReason('flow.write')
  return (
    <div className={styles['notices']}>
      {children}
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
          flowId={draft.id}
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

interface RestoredDraftProps {
  /** In milliseconds since 1970. */
  readonly at: number
  onDiscard(): void
  onKeep(): void
}

/** Shows that unsaved changes from before a reload or the end of a session were restored. */
function RestoredDraft({ at, onDiscard, onKeep }: RestoredDraftProps) {
  return (
    <Callout
      tone="accent"
      title={<Trans>Your unsaved changes are back</Trans>}
      actions={
        <>
          <Button size="sm" onClick={onKeep}>
            <Trans>Keep them</Trans>
          </Button>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            <Trans>Discard them</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        Made <RelativeTime at={new Date(at).toISOString()} />, saved now.
      </Trans>
    </Callout>
  )
}

interface OwnedByCodeProps {
  readonly flowId: string
  readonly file: string
}

/** Says which file owns the flow and how it is changed, and ends that. */
function OwnedByCode({ flowId, file }: OwnedByCodeProps) {
  const { takeOverFlow } = useServices()
  const { id } = useActiveOrganization()
  const queryClient = useQueryClient()
  const disabledReason = useDisabledReason('flow.write')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => unwrap(takeOverFlow(flowId)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows(id) }),
        queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flow(id, flowId) }),
      ]),
  })
  return (
    <Callout
      title={<Trans>This flow is owned by the file {file}</Trans>}
      actions={
        <Button size="sm" isBusy={isPending} disabledReason={disabledReason} onClick={() => mutate()}>
          <Trans>Take over in the application</Trans>
        </Button>
      }
    >
      <Trans>Edit and apply the file; or take over, then type “millrace pull”.</Trans>
      <ActionError error={error} />
    </Callout>
  )
}
