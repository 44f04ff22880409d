import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { RetryChoice } from '../../../core/runs/retry-choice.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { LeaveButton } from '../../kit/dialog/leave-button.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { AgainLabel } from '../actions/again-label.tsx'
import { useOpenRun } from '../actions/use-open-run.ts'
import { useRetryRun } from '../actions/use-retry-run.ts'
import { useRunAgain } from '../actions/use-run-again.ts'

interface MendedDialogProps {
  /** The run that failed. Absent: none was tried yet, so none is repeated. */
  readonly run?: Run
  readonly title: ReactNode
  /** What it will do. */
  readonly description: ReactNode
  readonly confirmLabel: ReactNode
  readonly isBusy: boolean
  readonly disabledReason?: string | undefined
  /** What it has done; absent: nothing yet. */
  readonly done?: ReactNode | undefined
  readonly error: unknown
  readonly children: ReactNode
  /** Another way to do it. */
  readonly alternative?: ReactNode
  /** What the next run does besides. */
  readonly next?: RetryChoice
  onConfirm(): void
  onClose(): void
}

/** Shows what will be done, does it, and then offers the next run at once. */
export function MendedDialog({
  run,
  title,
  description,
  done,
  error,
  children,
  alternative,
  next,
  ...dialog
}: MendedDialogProps) {
  const { confirmLabel, isBusy, disabledReason, onConfirm, onClose } = dialog
  return (
    <Dialog
      title={title}
      description={done === undefined ? description : done}
      onClose={onClose}
      footer={
        done === undefined ? (
          <>
            <LeaveButton />
            {alternative}
            <Button variant="primary" isBusy={isBusy} disabledReason={disabledReason} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </>
        ) : run ? (
          <NextRun run={run} {...(next && { next })} onClose={onClose} />
        ) : (
          <Button variant="primary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      <Stack>
        {children}
        <ActionError error={error} />
      </Stack>
    </Dialog>
  )
}

interface NextRunProps {
  readonly run: Run
  readonly next?: RetryChoice
  onClose(): void
}

/** Runs the flow again; after a run in which some tables arrived, only the others. */
export function NextRun({ run, next, onClose }: NextRunProps) {
  const again = useRunAgain(run, useOpenRun())
  const retry = useRetryRun(run, next)
  const { succeeded, failed } = totalsOf(run)
  const isPart = succeeded > 0 && failed > 0 && !isDry(run.kind)
  return (
    <>
      <Button variant="ghost" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      <Button
        variant="primary"
        isBusy={again.isPending || retry.isPending}
        disabledReason={again.disabledReason}
        onClick={() => (isPart || (next && !isDry(run.kind)) ? retry.start() : again.start())}
      >
        {isPart ? <Trans>Run failed tables again</Trans> : <AgainLabel run={run} />}
      </Button>
    </>
  )
}
