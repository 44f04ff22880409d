import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Run } from '../../../core/runs/run.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { saidIn } from '../../i18n/said-in.ts'
import { Button } from '../../kit/button/button.tsx'
import { SampleTable } from '../../kit/sample-table/sample-table.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useRunAgain } from '../actions/use-run-again.ts'
import styles from './rejected-rows.module.css'
import { useDownloadRejected, useRejectedRows, useReplay } from './use-rejected-rows.ts'

interface RejectedRowsProps {
  readonly run: Run
  readonly entity: string
}

/** Rows that the destination could not store: the reason, their values, and their actions. */
export function RejectedRows({ run, entity }: RejectedRowsProps) {
  const { id: runId, flowId } = run
  const { t, i18n } = useLingui()
  const { data, isPending, isLoadingError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useRejectedRows(runId, entity)
  const file = useDownloadRejected(runId, entity)
  const replay = useReplay(runId, flowId)
  const { disabledReason } = useRunAgain(run)
  if (isPending) return <SkeletonRows count={3} />
  if (isLoadingError) {
    const title = t`The rejected rows could not be loaded`
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }
  const rows = data.pages.flatMap((page) => page.rows)
  const columns = data.pages[0]?.columns ?? []
  if (rows.length === 0) {
    return (
      <p className={styles['note']}>
        <Trans>These rows are no longer kept: they were sent again, or are older than 14 days.</Trans>
      </p>
    )
  }
  return (
    <div className={styles['rejected']}>
      <SampleTable
        label={t`Rejected rows of ${entity}`}
        columns={[{ name: t`Row`, type: '' }, { name: t`Why it was rejected`, type: '' }, ...columns]}
        rows={rows.map(({ row, column, rule, ruleSentence, values }) => [
          String(row),
          `${column} ${saidIn(i18n, rule, ruleSentence)}`,
          ...values,
        ])}
      />
      <div className={styles['actions']}>
        <Button
          size="sm"
          isBusy={replay.isPending}
          disabledReason={disabledReason ?? (replay.isSuccess ? t`They are on their way` : undefined)}
          onClick={() => replay.mutate()}
        >
          <Trans>Send again</Trans>
        </Button>
        <Button size="sm" variant="ghost" isBusy={file.isPending} onClick={() => file.mutate('csv')}>
          <Trans>CSV</Trans>
        </Button>
        <Button size="sm" variant="ghost" isBusy={file.isPending} onClick={() => file.mutate('json')}>
          <Trans>JSON</Trans>
        </Button>
        {hasNextPage && (
          <Button size="sm" variant="ghost" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        )}
        <ActionError error={error ?? file.error} />
        <span className={styles['note']} role="status">
          {replay.isSuccess ? (
            <Trans>A run that sends them again has started.</Trans>
          ) : (
            <>
              <Plural value={rows.length} one="# row shown." other="# rows shown." />{' '}
              <Trans>
                Kept for 14 days. If you send them again, they are added or updated. They replace no other rows.
              </Trans>
            </>
          )}
        </span>
      </div>
    </div>
  )
}
