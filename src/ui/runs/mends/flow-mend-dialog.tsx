import { Trans, useLingui } from '@lingui/react/macro'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { FlowMend } from '../../../core/mends/mend.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { Changes } from '../../lists/changes.tsx'
import { useUpdateFlow } from '../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { useRetryRun } from '../actions/use-retry-run.ts'
import { MendedDialog } from './mended-dialog.tsx'
import { useMendTexts } from './use-mend-texts.ts'

interface FlowMendDialogProps {
  readonly run: Run
  readonly flow: Flow
  readonly mend: FlowMend
  onClose(): void
}

/** The difference that a mend makes in the flow; then a new version of the flow. */
export function FlowMendDialog({ run, flow, mend, onClose }: FlowMendDialogProps) {
  const { t } = useLingui()
  const { label, effect } = useMendTexts()(mend)
  const { mutate: update, isPending, data: updated, error } = useUpdateFlow()
  const once = useRetryRun(run, { takesNewColumns: true })
  const mayNotEdit = useDisabledReason('flow.write')
  // The difference is for the file that owns the flow.
  const disabledReason = useWriteDisabledReason(flow)
  const version = updated?.version ?? 0
  return (
    <MendedDialog
      run={run}
      title={label}
      description={effect}
      confirmLabel={<Trans>Save as a new version</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      done={updated && <Trans>Saved as version {version}.</Trans>}
      error={error ?? once.error}
      alternative={
        mend.act === 'take-columns' &&
        !isDry(run.kind) && (
          <Button isBusy={once.isPending} disabledReason={mayNotEdit} onClick={() => once.start()}>
            <Trans>Only for one run</Trans>
          </Button>
        )
      }
      {...(mend.takesNewColumns && { next: { takesNewColumns: true } })}
      onConfirm={() => update({ flow, change: { config: mend.config } })}
      onClose={onClose}
    >
      <Changes changes={mend.changes} />
      {mend.followed?.fills !== undefined && (
        <CopyText label={t`A statement that fills them`} text={mend.followed.fills} />
      )}
      {mend.listsTables && (
        <p>
          <Trans>Tables that come later are then not moved.</Trans>
        </p>
      )}
    </MendedDialog>
  )
}
