import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'

import type { TestStage } from '../../core/connections/connection-test.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Callout } from '../kit/callout/callout.tsx'
import styles from './test-stages.module.css'
import { useStageName } from './use-stage-name.ts'

/** The steps of a connection test: what was reached, how long it took, and where it ended. */
export function TestStages({ stages }: { stages: readonly TestStage[] }) {
  const { t } = useLingui()
  const { duration } = useFormats()
  const stageName = useStageName()
  return (
    <ol className={styles['stages']} aria-label={t`Test stages`}>
      {stages.map(({ stage, status, milliseconds, detail, problem }) => (
        <li key={stage} className={styles['stage']}>
          <Mark status={status} />
          <span className={status === 'skipped' ? styles['skipped'] : undefined}>{stageName(stage)}</span>
          <span className={styles['detail']}>{detail}</span>
          <span className={styles['time']}>
            {status === 'skipped' ? <Trans>not tried</Trans> : duration(milliseconds)}
          </span>
          {problem && (
            <div className={styles['problem']}>
              <Callout tone="danger" title={problem.message}>
                {problem.hint}
              </Callout>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function Mark({ status }: { status: string }) {
  const { t } = useLingui()
  if (status === 'passed') return <CircleCheck size={16} className={styles['passed']} aria-label={t`Passed`} />
  if (status === 'failed') return <CircleX size={16} className={styles['failed']} aria-label={t`Failed`} />
  return <CircleDashed size={16} className={styles['skipped']} aria-label={t`Not tried`} />
}
