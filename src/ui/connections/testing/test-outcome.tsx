import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

import type { TestStage } from '../../../core/catalog/checks/test-stage.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { Spinner } from '../../kit/spinner/spinner.tsx'
import { stagesOf } from './stages-of.ts'
import styles from './test-outcome.module.css'
import { TestStages } from './test-stages.tsx'

interface TestOutcomeProps {
  readonly isPending: boolean
  /** A field has changed since the test. */
  readonly isOutOfDate?: boolean
  readonly stages: readonly TestStage[] | undefined
  readonly error: unknown
  readonly onTrust?: (field: string, value: string) => void
}

/** A test that is running, passed, failed at a stage, or could not start; scrolls into view. */
export function TestOutcome({ isPending, isOutOfDate = false, stages, error, onTrust }: TestOutcomeProps) {
  const { i18n } = useLingui()
  const seen = stages ?? stagesOf(error)
  const end = useRef<HTMLDivElement>(null)
  const hasNews = isPending || seen !== undefined || Boolean(error)
  // The result is higher than the waiting state, so it scrolls into view too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state of the test counts as a change
  useEffect(() => {
    if (hasNews) end.current?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' })
  }, [hasNews, isPending, stages, error])

  if (!hasNews) return null
  return (
    <div ref={end} className={styles['outcome']}>
      {isPending && <Pending />}
      {!isPending && isOutOfDate && (
        <Callout tone="warning" title={<Trans>Out of date</Trans>}>
          <Trans>A field has changed: test again.</Trans>
        </Callout>
      )}
      {!isPending && seen && <TestStages stages={seen} onTrust={onTrust} />}
      {!isPending && !seen && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </div>
  )
}

const Pending = () => (
  <div className={styles['pending']} role="status">
    <p className={styles['line']}>
      <Spinner />
      <Trans>Testing…</Trans>
    </p>
    <Skeleton width="70%" />
    <Skeleton width="55%" />
    <Skeleton width="62%" />
    <Skeleton width="48%" />
    <Skeleton width="66%" />
  </div>
)
