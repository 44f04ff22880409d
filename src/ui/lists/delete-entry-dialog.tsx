import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Callout } from '../kit/callout/callout.tsx'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../kit/dialog/alert-dialog.tsx'
import { useDeletionWords } from '../queries/use-deletion-words.ts'

interface DeleteEntryDialogProps {
  readonly name: string
  /** The reason why the user may not. */
  readonly disabledReason: string | undefined
  /** Names of the objects that use it: while there are any, it cannot be deleted. */
  readonly users: readonly string[]
  readonly usersTitle: ReactNode
  readonly usersReason: string
  readonly consequences: readonly string[]
  readonly isBusy: boolean
  onConfirm(): void
  onCancel(): void
}

/** Asks before a row is deleted, and shows what is deleted with it, or what prevents it. */
export function DeleteEntryDialog(props: DeleteEntryDialogProps) {
  const { name, disabledReason, users, usersTitle, usersReason, consequences, isBusy, onConfirm, onCancel } = props
  const { t } = useLingui()
  const isUsed = users.length > 0
  return (
    <AlertDialog
      title={<Trans>Delete {name}?</Trans>}
      description={useDeletionWords()}
      confirmLabel={t`Delete`}
      isBusy={isBusy}
      disabledReason={disabledReason ?? (isUsed ? usersReason : undefined)}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {isUsed ? (
        <Callout tone="warning" title={usersTitle}>
          <ConsequenceList items={users} />
        </Callout>
      ) : (
        <ConsequenceList items={consequences} />
      )}
    </AlertDialog>
  )
}
