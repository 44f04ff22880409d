import { Trans, useLingui } from '@lingui/react/macro'

import type { TestStage } from '../../core/connections/connection-test.ts'
import { errorText } from '../app/error-text.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { Spinner } from '../kit/spinner/spinner.tsx'
import { stagesOf } from './stages-of.ts'
import styles from './test-outcome.module.css'
import { TestStages } from './test-stages.tsx'

interface TestOutcomeProps {
  readonly isPending: boolean
  readonly stages: readonly TestStage[] | undefined
  readonly error: unknown
}

/** A test that is going on, passed, failed at a stage, or could not be made. */
export function TestOutcome({ isPending, stages, error }: TestOutcomeProps) {
  const { i18n } = useLingui()
  if (isPending) {
    return (
      <div className={styles['pending']} role="status">
        <p className={styles['line']}>
          <Spinner />
          <Trans>Testing… this takes a few seconds at most.</Trans>
        </p>
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="62%" />
      </div>
    )
  }
  const seen = stages ?? stagesOf(error)
  if (seen) return <TestStages stages={seen} />
  return error ? <Callout tone="danger">{errorText(i18n, error)}</Callout> : null
}
