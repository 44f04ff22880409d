import { Plural, Trans, useLingui } from '@lingui/react/macro'

import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { Run } from '../../../core/runs/run.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useRunAgain } from '../actions/use-run-again.ts'
import { CauseCard } from './cause-card.tsx'
import { RejectTable } from './reject-table.tsx'
import styles from './rejected-rows.module.css'
import { ReplayNews } from './replay-news.tsx'
import { useDownloadRejected, useRejectedCauses, useReplay } from './use-rejected-rows.ts'

interface RejectedRowsProps {
  readonly run: Run
  readonly entity: string
}

/** Rows of one table that the destination could not store: why, what would help, and their values. */
export function RejectedRows({ run, entity }: RejectedRowsProps) {
  const { t } = useLingui()
  const { number } = useFormats()
  const { data, isPending, isLoadingError, error, refetch } = useRejectedCauses(run.id, entity)
  const file = useDownloadRejected(run.id, entity)
  const replay = useReplay(run.id, run.flowId)
  const { disabledReason } = useRunAgain(run)
  if (isPending) return <SkeletonRows count={3} />
  if (isLoadingError) {
    const title = t`They could not be loaded`
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }
  const { causes, days } = data
  const kept = causes.reduce((sum, cause) => sum + cause.kept, 0)
  if (kept === 0) {
    return (
      <div className={styles['rejected']}>
        <ReplayNews replay={replay} />
        <p className={styles['note']}>
          <Trans>None are left: sent again, skipped, or older than {days} days.</Trans>
        </p>
      </div>
    )
  }
  return (
    <div className={styles['rejected']}>
      <ul className={styles['causes']} aria-label={t`Why rows were rejected`}>
        {causes.map((cause) => (
          <CauseCard
            key={`${cause.column} ${cause.rule}`}
            {...{ run, entity, cause, replay }}
            isOnly={causes.length === 1}
          >
            <RejectTable {...{ run, entity, replay }} cause={cause} />
          </CauseCard>
        ))}
      </ul>
      <div className={styles['actions']}>
        {!isDry(run.kind) && (
          <Button
            size="sm"
            isBusy={replay.isPending}
            disabledReason={disabledReason}
            onClick={() => replay.mutate({ pick: { entity } })}
          >
            <Trans>Send all again</Trans>
          </Button>
        )}
        <Button size="sm" variant="ghost" isBusy={file.isPending} onClick={() => file.mutate('csv')}>
          <Trans>CSV</Trans>
        </Button>
        <Button size="sm" variant="ghost" isBusy={file.isPending} onClick={() => file.mutate('json')}>
          <Trans>JSON</Trans>
        </Button>
        <ActionError error={replay.error ?? file.error} />
        <ReplayNews replay={replay} />
      </div>
      <p className={styles['note']}>
        <Plural value={kept} one={`${number(kept)} row is kept.`} other={`${number(kept)} rows are kept.`} />{' '}
        {isDry(run.kind) ? (
          <Trans>A run would set these rows aside.</Trans>
        ) : (
          <Trans>Kept for {days} days. Sent again, they pass the present steps.</Trans>
        )}
      </p>
    </div>
  )
}
