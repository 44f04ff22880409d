import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Flow } from '../../../core/flows/flow.ts'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { PublishDialog } from './publish-dialog.tsx'

interface RunDraftDialogProps {
  readonly flow: Flow
  /** Why the draft could not run. */
  readonly disabledReason: string | undefined
  /** Runs what is published. */
  onRun(): void
  onClose(): void
}

/** A flow with a draft is to be run: as it is published, or with the edits. */
export function RunDraftDialog({ flow, disabledReason, onRun, onClose }: RunDraftDialogProps) {
  const { t } = useLingui()
  const [isPublishing, setPublishing] = useState(false)
  const mayNot = useWriteDisabledReason(flow)
  const changes = flow.draft?.changes ?? 0
  if (isPublishing)
    return <PublishDialog flow={flow} disabledReason={disabledReason} onPublished={onRun} onClose={onClose} />
  return (
    <Dialog
      size="sm"
      title={<Trans>Run what is published?</Trans>}
      description={t`A run does not use the draft.`}
      onClose={onClose}
      footer={
        <>
          <Button disabledReason={mayNot ?? disabledReason} onClick={() => setPublishing(true)}>
            <Trans>Publish and run</Trans>
          </Button>
          <Button variant="primary" onClick={onRun}>
            <Trans>Run what is published</Trans>
          </Button>
        </>
      }
    >
      <Plural value={changes} one="# change is not live." other="# changes are not live." />
      {disabledReason !== undefined && <> {disabledReason}.</>}
    </Dialog>
  )
}
