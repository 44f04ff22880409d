import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import { type Batch, type BatchFailure, isUnderWay, overCount } from '../../../core/batches/batch.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Progress } from '../../kit/progress/progress.tsx'
import { useCancelBatch, useCloseBatch } from '../../queries/use-batches.ts'
import styles from './batch-dialog.module.css'

interface BatchDialogProps {
  readonly batch: Batch
  onClose(): void
}

/** How far it is, what could not be done, and its end. */
export function BatchDialog({ batch, onClose }: BatchDialogProps) {
  const { t } = useLingui()
  const { number } = useFormats()
  const cancelDisabledReason = useDisabledReason('run.cancel')
  const closeDisabledReason = useDisabledReason('flow.run')
  const { mutate: cancel, isPending: isCancelling } = useCancelBatch()
  const { mutate: close, isPending: isClosing } = useCloseBatch()
  const { flows: count, failures, isChange, askedByName } = batch
  const title = isChange
    ? t`Change ${plural(count, { one: '# flow', other: '# flows' })}`
    : t`Run ${plural(count, { one: '# flow', other: '# flows' })}`
  const [over, flows] = [number(overCount(batch)), number(count)]
  return (
    <Dialog
      title={title}
      {...(askedByName !== undefined && { description: askedByName })}
      onClose={onClose}
      footer={
        isUnderWay(batch) ? (
          <Button
            variant="danger"
            isBusy={isCancelling}
            disabledReason={cancelDisabledReason}
            onClick={() => cancel(batch.id)}
          >
            {isChange ? <Trans>Leave out the rest</Trans> : <Trans>Cancel the rest</Trans>}
          </Button>
        ) : (
          <Button
            isBusy={isClosing}
            disabledReason={closeDisabledReason}
            onClick={() => close(batch.id, { onSuccess: onClose })}
          >
            <Trans>Dismiss</Trans>
          </Button>
        )
      }
    >
      <Progress label={title} value={overCount(batch) / count} />
      <p className={styles['summary']} role="status">
        <Trans>
          {over} of {flows} ended
        </Trans>
        {' · '}
        <Link to="/flows" search={{ batch: batch.id }} onClick={onClose}>
          <Trans>Show the flows</Trans>
        </Link>
        {!isChange && (
          <>
            {' · '}
            <Link to="/runs" onClick={onClose}>
              <Trans>Show the runs</Trans>
            </Link>
          </>
        )}
      </p>
      {failures.length > 0 && <Failures failures={failures} isChange={isChange} />}
    </Dialog>
  )
}

function Failures({ failures, isChange }: Pick<Batch, 'failures' | 'isChange'>) {
  const { t } = useLingui()
  return (
    <ul className={styles['failures']} aria-label={isChange ? t`Not changed` : t`Not started`}>
      {failures.map((failure) => (
        <FailedFlow key={failure.flowId} failure={failure} />
      ))}
    </ul>
  )
}

function FailedFlow({ failure: { flowId, name, error } }: { readonly failure: BatchFailure }) {
  const { message } = useServerText()
  return (
    <li className={styles['failure']}>
      {name === undefined ? (
        <Trans>A deleted flow</Trans>
      ) : (
        <Link to="/flows/$id" params={{ id: flowId }}>
          {name}
        </Link>
      )}
      <span className={styles['reason']}>{message(error)}</span>
    </li>
  )
}
