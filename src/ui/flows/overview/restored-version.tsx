import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { TRASH_DAYS } from '../../../core/catalog/trash.ts'
import type { DraftSummary, Flow, FlowVersion } from '../../../core/flows/flow.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useRestoreFlowVersion } from '../../queries/use-flows.ts'
import { VersionsDialog } from '../editor/versions/versions-dialog.tsx'

interface RestoredVersionProps {
  readonly flow: Flow
  onClose(): void
}

/** The versions of a flow; one is restored outside of the editor, where nobody can undo it: a draft is not replaced without a question. */
export function RestoredVersion({ flow, onClose }: RestoredVersionProps) {
  const { t } = useLingui()
  const { mutate: restore, isPending, error, reset } = useRestoreFlowVersion()
  const [wanted, want] = useState<{ readonly flow: Flow; readonly version: FlowVersion }>()
  if (!wanted?.flow.draft)
    return (
      <VersionsDialog
        flow={flow}
        description={t`Restoring a version is an edit like any other.`}
        error={error}
        onRestore={(version) =>
          flow.draft ? want({ flow, version }) : restore({ flow, version }, { onSuccess: onClose })
        }
        onClose={onClose}
      />
    )
  return (
    <AlertDialog
      title={<Trans>Replace the draft?</Trans>}
      description={<InDraft draft={wanted.flow.draft} />}
      confirmLabel={t`Discard the draft and restore`}
      isBusy={isPending}
      onConfirm={() => restore(wanted, { onSuccess: onClose })}
      onCancel={() => {
        want(undefined)
        reset()
      }}
    >
      <ActionError error={error} />
    </AlertDialog>
  )
}

/** What is lost, and from where it comes back. */
function InDraft({ draft: { changes, updatedBy } }: { readonly draft: DraftSummary }) {
  const name = <BreakableText text={updatedBy.name ?? updatedBy.uid} />
  return (
    <>
      <Plural value={changes} one="It has # change." other="It has # changes." />{' '}
      <Trans>
        Last edited by {name}. The trash keeps it for {TRASH_DAYS} days.
      </Trans>
    </>
  )
}
