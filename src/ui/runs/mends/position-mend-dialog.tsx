import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'

import type { Mend } from '../../../core/mends/mend.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { MendedDialog } from './mended-dialog.tsx'
import { useMendTexts } from './use-mend-texts.ts'

interface PositionMendDialogProps {
  readonly run: Run
  readonly mend: Extract<Mend, { kind: 'position' }>
  onClose(): void
}

/** Forgets how far a stream was read. */
export function PositionMendDialog({ run, mend, onClose }: PositionMendDialogProps) {
  const { label, effect } = useMendTexts()(mend)
  const { resetStream } = useServices()
  const reset = useMutation({ mutationFn: () => unwrap(resetStream(run.flowId, mend.entity)) })
  return (
    <MendedDialog
      run={run}
      title={label}
      description={effect}
      confirmLabel={<Trans>Read from the beginning</Trans>}
      isBusy={reset.isPending}
      disabledReason={useDisabledReason('flow.write')}
      done={reset.isSuccess ? <Trans>The next run reads from the beginning.</Trans> : undefined}
      error={reset.error}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      {null}
    </MendedDialog>
  )
}
