import { Trans, useLingui } from '@lingui/react/macro'
import type { Flow } from '../../../core/flows/flow.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { isStillWritten } from '../../../core/mirrors/mirror-condition.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useChangeCutOver, useMirror } from '../../queries/use-mirrors.ts'
import { AbsentList } from './absent-list.tsx'
import styles from './cut-over.module.css'
import { CutOverNow } from './cut-over-now.tsx'
import { CutOverProof } from './cut-over-proof.tsx'
import { CutOverStep } from './cut-over-step.tsx'
import { NextSteps } from './next-steps.tsx'
import { NumbersList } from './numbers-list.tsx'

interface CutOverDialogProps {
  readonly flow: Flow
  onClose(): void
}

/** What a person does, step by step, until the application can use the destination. */
export function CutOverDialog({ flow, onClose }: CutOverDialogProps) {
  const { t } = useLingui()
  const { data: mirror, isLoadingError, error, refetch } = useMirror(flow.id)
  const { mutate: change, isPending } = useChangeCutOver(flow.id)
  const disabledReason = useDisabledReason('flow.write')
  const abort = () => change('abort', { onSuccess: onClose })
  return (
    <Dialog
      size="lg"
      title={<Trans>Prepare the cut-over of {flow.name}</Trans>}
      footer={
        <>
          {mirror?.cutOver && (
            <Button disabledReason={disabledReason} isBusy={isPending} onClick={abort}>
              <Trans>Abort, the mirror goes on</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
      onClose={onClose}
    >
      {isLoadingError ? (
        <ErrorState title={t`The mirror could not be loaded`} error={error} onRetry={() => void refetch()} />
      ) : mirror ? (
        <Steps flow={flow} mirror={mirror} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Dialog>
  )
}

function Steps({ flow, mirror }: { readonly flow: Flow; readonly mirror: Mirror }) {
  const { cutOver } = mirror
  const isDone = cutOver?.state === 'done'
  const isProven = isDone && cutOver.isProven === true
  const isReady = isProven && !isStillWritten(cutOver)
  return (
    <ol className={styles['steps']}>
      <CutOverStep title={<Trans>The mirror follows</Trans>} isDone={mirror.state === 'following'}>
        <CutOverNow mirror={mirror} />
      </CutOverStep>
      <CutOverStep title={<Trans>Stop the writes to the source</Trans>} isDone={isReady}>
        <StopWrites flow={flow} />
      </CutOverStep>
      <CutOverStep title={<Trans>Prove that both sides are equal</Trans>} isDone={isReady}>
        <CutOverProof flow={flow} mirror={mirror} />
      </CutOverStep>
      <CutOverStep
        title={<Trans>Numbers of new rows</Trans>}
        isDone={isProven && (cutOver.numbers ?? []).every(({ problem }) => !problem)}
      >
        {isDone && <NumbersList cutOver={cutOver} />}
      </CutOverStep>
      <CutOverStep title={<Trans>What the destination lacks</Trans>} isDone={isDone && cutOver.absent?.length === 0}>
        {isDone && <AbsentList cutOver={cutOver} />}
      </CutOverStep>
      <CutOverStep title={<Trans>Use the destination</Trans>} isDone={false}>
        <NextSteps isProven={isProven} isReady={isReady} />
      </CutOverStep>
    </ol>
  )
}

/** Sessions that are open keep the setting that they had. */
const STATEMENTS: Readonly<Record<string, string>> = {
  postgres: `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$;
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend'
  AND pid <> pg_backend_pid() AND application_name <> 'millrace';`,
  mysql: 'SET GLOBAL read_only = ON;',
}

/** Only people know how their application stops; Millrace changes nothing at the source. */
function StopWrites({ flow: { sourceConnection } }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const statement = STATEMENTS[sourceConnection?.type ?? '']
  return (
    <>
      <p className={styles['words']}>
        <Trans>Stop the application, or let the source refuse writes.</Trans>
      </p>
      {statement !== undefined && <CopyText label={t`Run at the source`} text={statement} />}
    </>
  )
}
