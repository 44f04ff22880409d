import { Trans } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { useStageName } from '../testing/use-stage-name.ts'
import styles from './connection-table.module.css'

interface LastTestProps {
  readonly connection: Connection
  /** In one line. */
  readonly isCompact?: boolean
}

/** Whether the last test passed, otherwise its failed stage, and its time. */
export function LastTest({ connection: { lastTest }, isCompact = false }: LastTestProps) {
  const stageName = useStageName()
  if (!lastTest) {
    return (
      <span className={styles['none']}>
        <Trans>never</Trans>
      </span>
    )
  }
  const stage = lastTest.stage && stageName(lastTest.stage)
  return (
    <span className={styles['test']}>
      <StatusDot tone={lastTest.ok ? 'success' : 'danger'} />
      <span className={isCompact ? styles['line'] : styles['words']}>
        {lastTest.ok ? <Trans>Passed</Trans> : stage ? <Trans>Failed at: {stage}</Trans> : <Trans>Failed</Trans>}
        <span className={styles['type']}>
          <RelativeTime at={lastTest.at} />
        </span>
      </span>
    </span>
  )
}
