import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MAX_NOTE } from '../../../core/catalog/publishing.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { Textarea } from '../../kit/textarea/textarea.tsx'
import { Changes } from '../../lists/changes.tsx'
import { useEditedFlow } from '../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { ChangedLines } from './changed-lines.tsx'
import { usePublishFlow } from './use-publish-flow.ts'

interface PublishDialogProps {
  readonly flow: Flow
  /** Why the draft could not run, as far as an editor knows it. */
  readonly disabledReason?: string | undefined
  onPublished?(): void
  onClose(): void
}

/** The changes of a draft in words, a note about them, and the button that makes them live. */
export function PublishDialog({ flow, disabledReason, onPublished, onClose }: PublishDialogProps) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const { edited, isPending: isLoading, error: failure, refetch } = useEditedFlow(flow)
  const { mutate: publish, isPending, error } = usePublishFlow(edited ?? flow)
  const mayNot = useWriteDisabledReason(flow)
  const changes = flow.draft?.changes ?? 0
  const isOutdated = edited?.base !== undefined
  return (
    <FormDialog
      title={<Plural value={changes} one="Publish # change" other="Publish # changes" />}
      submitLabel={onPublished ? <Trans>Publish and run</Trans> : <Trans>Publish</Trans>}
      isBusy={isPending}
      disabledReason={mayNot ?? disabledReason ?? (isOutdated ? t`Choose a version in the editor first` : undefined)}
      onSubmit={() =>
        publish(note.trim(), {
          onSuccess: () => {
            onPublished?.()
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {isLoading && <SkeletonRows count={2} />}
      {failure && (
        <ErrorState title={t`The draft could not be loaded`} error={failure} onRetry={() => void refetch()} />
      )}
      {isOutdated ? (
        <Callout tone="warning">
          <Trans>
            The same part was published.{' '}
            <Link to="/floweditor/$id" params={{ id: flow.id }}>
              Open the editor
            </Link>{' '}
            and choose.
          </Trans>
        </Callout>
      ) : (
        edited && (
          <>
            <Changes changes={edited.draftChanges ?? []} isBrief />
            <ChangedLines before={flow} after={edited} />
          </>
        )
      )}
      <Field label={t`Note`}>
        <Textarea rows={2} maxLength={MAX_NOTE} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <ActionError error={error} />
    </FormDialog>
  )
}
