import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Mend } from '../../../core/mends/mend.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { FlowMendDialog } from './flow-mend-dialog.tsx'
import { MendedDialog, NextRun } from './mended-dialog.tsx'
import { TargetMendDialog } from './target-mend-dialog.tsx'
import { useMendTexts } from './use-mend-texts.ts'

interface MendDialogProps {
  readonly run: Run
  readonly flow: Flow | undefined
  readonly mend: Mend
  onClose(): void
}

/** What a mend will do; then it does it. */
export function MendDialog({ run, flow, mend, onClose }: MendDialogProps) {
  switch (mend.kind) {
    case 'flow':
      return flow && <FlowMendDialog run={run} flow={flow} mend={mend} onClose={onClose} />
    case 'target':
    case 'again':
      return <TargetMendDialog flowId={run.flowId} run={run} mend={mend} onClose={onClose} />
    case 'position':
      return <PositionMendDialog run={run} mend={mend} onClose={onClose} />
    case 'copy':
      return <CopyMendDialog run={run} mend={mend} onClose={onClose} />
    case 'run-again':
      return null
  }
}

interface CopyMendDialogProps {
  readonly run: Run
  readonly mend: Extract<Mend, { kind: 'copy' }>
  onClose(): void
}

/** A text for whoever may change the other system; afterwards the flow can be run again. */
function CopyMendDialog({ run, mend, onClose }: CopyMendDialogProps) {
  const { t } = useLingui()
  const { label, effect } = useMendTexts()(mend)
  return (
    <Dialog title={label} description={effect} onClose={onClose} footer={<NextRun run={run} onClose={onClose} />}>
      <CopyText label={t`Text`} text={mend.text} />
    </Dialog>
  )
}

interface PositionMendDialogProps {
  readonly run: Run
  readonly mend: Extract<Mend, { kind: 'position' }>
  onClose(): void
}

/** Forgets how far a stream was read. */
function PositionMendDialog({ run, mend, onClose }: PositionMendDialogProps) {
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
