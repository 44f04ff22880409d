import { Trans, useLingui } from '@lingui/react/macro'

import { ErrorState } from '../../errors/error-state.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import styles from './message-preview.module.css'
import { useRowChanges } from './use-row-changes.ts'

/** The message that a run would send, created by a dry run. */
export function MessagePreview({ runId, entity }: { runId: string; entity: string }) {
  const { t } = useLingui()
  const { bytes } = useFormats()
  const { data, isPending, isError, error, refetch } = useRowChanges(runId, entity)
  if (isPending) return <SkeletonRows count={3} />
  if (isError)
    return <ErrorState title={t`The message could not be loaded`} error={error} onRetry={() => void refetch()} />
  if (!data.message) {
    return (
      <span className={styles['note']}>
        <Trans>The message is no longer kept.</Trans>
      </span>
    )
  }
  const { from, to, subject, text, attachment } = data.message
  const size = bytes(attachment.bytes)
  return (
    <section className={styles['message']} aria-label={t`Message of ${entity}`}>
      <dl className={styles['head']}>
        <dt>
          <Trans>From</Trans>
        </dt>
        <dd>{from}</dd>
        <dt>
          <Trans>To</Trans>
        </dt>
        <dd>{to.join(', ')}</dd>
        <dt>
          <Trans>Subject</Trans>
        </dt>
        <dd>{subject}</dd>
        <dt>
          <Trans>Attachment</Trans>
        </dt>
        <dd>
          {attachment.name} ({size})
        </dd>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre className={styles['text']} tabIndex={0}>
        {text}
      </pre>
      <span className={styles['note']}>
        <Trans>As text; most mail programs show a table. Nothing was sent.</Trans>
      </span>
    </section>
  )
}
